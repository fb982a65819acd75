// What the photo cannot show: what happened in the round, and what lies on the table.

import { h, icon } from "./dom.js";
import { photoView } from "./overlay.js";
import { dropPhoto } from "./photos.js";
import { questionView } from "./questions.js";
import { rememberView } from "./remember.js";
import { troubleView, workingView } from "./reading.js";
import { partView } from "./rows.js";
import { change, opening, state, system, table } from "./store.js";
import { counter, toggle } from "./table/forms.js";
import { t } from "./words.js";
import { photoButtons } from "./ways.js";

/** Show the answer among the settings of the chosen game that bear on it. */
export function settingsView(answer, type) {
  if (system().board) return [answer, closing()];
  return [opening() ? openedView() : null, answer, tableView(type)];
}

const set = (key) => (value) => change((now) => { now[key] = value; });

function openedView() {
  return h("section", { class: "card settings" },
    toggle("opened", t("set.opened"), t("mine.opened.help", { n: opening() }), state.opened, set("opened")));
}

function tableView(type) {
  const part = table();
  const content = part.shown.job ? workingView(part, "h2") : [
    troubleView(part), part.source ? read(part) : empty(part, type),
  ];
  return h("section", { class: "card part", id: "part-table" }, content);
}

function empty(part, type) {
  return [
    h("h2", {}, t("part.table")),
    h("p", { class: "hint" }, t(system().rearrange ? "table.why" : "table.whyAdd")),
    h("div", { class: "add-table" }, photoButtons(part, { quiet: true }),
      h("button", { type: "button", class: "button", "data-key": `type-${part.key}`, onclick: () => type(part) }, icon("text"), t("start.type"))),
  ];
}

function read(part) {
  return [
    questionView(part), photoView(part), partView(part), rememberView(part),
    h("div", { class: "add-table" }, photoButtons(part, { again: true, quiet: true }),
      h("button", {
        type: "button", class: "button", "data-key": `drop-${part.key}`,
        onclick: () => { dropPhoto(part.key); part.begin(); },
      }, icon("bin"), t("table.drop"))),
  ];
}

function closing() {
  const step = (key, least, most, show) => counter(key, [t(`set.${key}`), h("small", {}, t(`set.${key}.help`))],
    { value: state[key], least, most, show, what: t(`set.${key}`) }, set(key));
  return h("section", { class: "card settings" },
    step("thrown", 0, 6), step("multiplier", 1, 9, (value) => `×${value}`), step("opponents", 1, 3));
}
