// One's own turn, in private: the rack read, and a hint as strong as was asked for, under a cover.

import { call, Problem } from "./api.js";
import { tilesEntry } from "./entry.js";
import { doing, tellProblem, toggle } from "./forms.js";
import { ask, game, me, pathOf, tp } from "./game.js";
import { askHint, hintView, LEVELS } from "./hint.js";
import { h, show } from "../dom.js";
import { meldView } from "../melds.js";
import { t } from "../words.js";

const COVERED_AFTER = 30_000; // ms

const fresh = () => ({ rack: "", table: "", opened: false });
let mine = null; // { rack, table, opened } as the server keeps it for this player
let owner = null; // the player and the round it belongs to
let answer = null; // as askHint gives it
let open = false; // not under the cover
let entering = null; // "rack" or "table" while it is entered anew
let root = null;
let timer = null;

/** Show the turn; what is on the rack is kept for this player alone. */
export function mineScene() {
  const now = `${game.now.code}-${me().seat}`;
  if (owner !== now) {
    owner = now;
    mine = null;
    answer = null;
    root = h("div", { class: "column mine" });
    load();
    draw();
  }
  // What others do changes nothing here, and must not disturb who is typing.
  return root;
}

// Who looks away from the phone, or hands it on, has covered it.
document.addEventListener("visibilitychange", () => document.hidden && cover());
window.addEventListener("hashchange", () => cover());

function cover() {
  open = false;
  clearTimeout(timer);
  if (root && mine) draw();
}

async function load() {
  try {
    mine = { ...fresh(), ...await ask("/private") };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    mine = fresh();
  }
  draw();
}

async function change(changes) {
  Object.assign(mine, changes);
  answer = null;
  open = false;
  entering = null;
  draw();
  await call("PUT", pathOf("/private"), mine).catch((problem) => tellProblem(problem));
}

const count = () => mine.rack.split(/\s+/).filter(Boolean).length;

function draw() {
  if (!mine) {
    show(root, h("p", { class: "hint" }, t("answer.thinking")));
    return;
  }
  show(root, h("h1", {}, t("home.turn")), mine.rack && entering !== "rack" ? [rack(), hintCard(), opened(), table()] : rackEntry());
}

function rackEntry() {
  return h("section", { class: "card" }, h("h2", {}, tp("part.rack")), tilesEntry({
    key: "rack", purpose: "rack", label: tp("photo.take.rack"), button: t("pad.done"), value: mine.rack, auto: true,
    onConfirm: ({ tiles }) => change({ rack: tiles }),
  }), h("p", { class: "hint" }, tp("mine.private")));
}

// What stands on the rack is under the cover too.
function rack() {
  return h("section", { class: "card" },
    h("div", { class: "part-head" }, h("h2", {}, tp("part.rack"), h("small", {}, tp("tiles", { n: count() })))),
    open ? h("div", { class: "rack" }, h("div", { class: "row" }, [...meldView(mine.rack).children])) : null,
    h("div", { class: "entry-buttons" },
      doing("rack-again", t("mine.again"), async () => { entering = "rack"; draw(); }, { symbol: "camera" }),
      doing("rack-gone", tp("mine.clear"), () => change(fresh()), { quiet: true })));
}

function hintCard() {
  return h("section", { class: `card answer${open ? "" : " is-covered"}`, "aria-live": "polite" },
    h("h2", {}, t(open ? "mine.hint" : "mine.cover")),
    open ? null : h("p", { class: "hint" }, t("mine.cover.help")),
    open && answer ? hintView(answer, mine) : null,
    h("div", { class: "entry-buttons" },
      LEVELS.map(level),
      open ? doing("cover", t("mine.hide"), async () => cover(), { symbol: "close" }) : null));
}

const level = (name) => doing(`hint-${name}`, t(`mine.${name}`), () => hint(name), { primary: answer?.level === name && open });

async function hint(name) {
  answer = await askHint(name, mine, engine);
  open = true;
  clearTimeout(timer);
  timer = setTimeout(cover, COVERED_AFTER);
  draw();
}

const engine = (question) => call("POST", "/api/ask", question);

function opened() {
  const { system } = game.now;
  if (!system.opening) return null;
  return h("section", { class: "card settings" }, toggle("mine-opened", t("set.opened"), t("mine.opened.help", { n: system.opening }), mine.opened, (on) => change({ opened: on })));
}

function table() {
  const { system } = game.now;
  if (!system.open_table) return null;
  if (mine.table && entering !== "table") {
    return h("section", { class: "card" }, h("h2", {}, t("part.table")),
      h("div", { class: "felt melds" }, mine.table.split("|").map((meld) => meldView(meld.trim()))),
      h("div", { class: "entry-buttons" },
        doing("table-again", t("mine.tableAgain"), async () => { entering = "table"; draw(); }, { symbol: "camera" }),
        doing("table-gone", t("table.drop"), () => change({ table: "" }), { quiet: true })));
  }
  return h("section", { class: "card" }, h("h2", {}, t("part.table")), h("p", { class: "hint" }, t("mine.table.help")), tilesEntry({
    key: "table", purpose: "table", label: t("photo.take.table"), button: t("pad.done"), value: mine.table, auto: true,
    onConfirm: ({ groups }) => change({ table: groups }),
  }));
}
