// The cover over one's own answer, so that neighbours do not read along.

import { h, icon } from "./dom.js";
import { change, state } from "./store.js";
import { t } from "./words.js";

const COVERED_AFTER = 30_000; // ms without a tap
const LEVELS = ["nudge", "point", "reveal"];
const listeners = new Set();
let timer = null;

/** Whether the answer is to be seen, and who wants to know of it. */
export const cover = { open: false, onChange: (listener) => listeners.add(listener) };

// Who looks away from the phone, or hands it on, has covered it.
document.addEventListener("visibilitychange", () => document.hidden && turn(false));
window.addEventListener("hashchange", () => turn(false));
document.addEventListener("pointerdown", () => cover.open && wait());
document.addEventListener("keydown", () => cover.open && wait());

function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => turn(false), COVERED_AFTER);
}

function turn(open) {
  clearTimeout(timer);
  if (open) wait();
  if (cover.open === open) return;
  cover.open = open;
  for (const listener of listeners) listener();
}

/** Take the cover off for one level. */
export function uncover(level) {
  if (LEVELS.includes(level)) change((now) => { now.level = level; });
  turn(true);
}

/** Show how much there is to be seen, and how it is covered again. */
export function coverView(levels = LEVELS) {
  return [
    cover.open ? null : [h("h2", {}, t("mine.cover")), h("p", { class: "hint" }, t("mine.cover.help"))],
    h("div", { class: "entry-buttons cover-levels" },
      levels.filter((level) => !cover.open || level !== chosen(levels)).map((level) => h("button", {
        type: "button", class: `button${level === levels.at(-1) && !cover.open ? " is-primary" : ""}`, "data-key": `hint-${level}`,
        onclick: () => uncover(level),
      }, t(`mine.${level}`))),
      cover.open ? h("button", { type: "button", class: "button", "data-key": "cover", onclick: () => turn(false) }, icon("close"), t("mine.hide")) : null),
  ];
}

const chosen = (levels) => (levels.length > 1 ? state.level : levels[0]);
