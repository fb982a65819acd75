// A new game: which one, who plays, and what this house does differently.

import { call } from "./api.js";
import { choose, doing } from "./forms.js";
import { byId, h, icon, show } from "../dom.js";
import { houseRules } from "../house.js";
import { t } from "../words.js";

const main = byId("main");
const { systems, rows } = JSON.parse(byId("systems").textContent);
const NAMES = 6;

const chosen = { system: "zahlen", house: {}, names: ["", ""] };
const system = () => systems.find((one) => one.id === chosen.system);
const houseOpen = { rules: false, sheet: false };

function draw() {
  show(main,
    h("h1", {}, t("new.title")),
    choose("system", t("new.which"), systems.map((one) => [one.id, one.name, one.lines.join(" ")]), chosen.system, pick),
    details("sheet", t("new.sideBySide"), sheet),
    people(),
    details("rules", t("new.house", { n: Object.keys(chosen.house).length }), rules),
    doing("start", t("new.start"), start, { primary: true }));
}

function pick(id) {
  chosen.system = id;
  chosen.house = {};
  const { fewest, most } = system();
  while (chosen.names.length < fewest) chosen.names.push("");
  chosen.names.length = Math.min(chosen.names.length, most);
  draw();
}

function details(key, text, content) {
  return h("details", {
    class: "card", open: houseOpen[key],
    ontoggle: (event) => {
      if (houseOpen[key] === event.target.open) return;
      houseOpen[key] = event.target.open;
      draw();
    },
  }, h("summary", { "data-key": key }, text), houseOpen[key] ? content() : null);
}

function sheet() {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("new.sideBySide") }, h("table", { class: "sheet" },
    h("thead", {}, h("tr", {}, rows[0].map((cell, at) => h(at ? "th" : "td", at ? { scope: "col", class: systems[at - 1]?.id === chosen.system ? "is-chosen" : null } : {}, cell)))),
    h("tbody", {}, rows.slice(1).map((row) => h("tr", {}, row.map((cell, at) =>
      h(at ? "td" : "th", at ? { class: systems[at - 1]?.id === chosen.system ? "is-chosen" : null } : { scope: "row" }, cell)))))));
}

function people() {
  const { fewest, most } = system();
  return h("section", { class: "card" },
    h("h2", {}, t("new.who")),
    h("p", { class: "hint" }, fewest === most ? t("new.exactly", { n: fewest }) : t("new.between", { fewest, most })),
    chosen.names.map((name, at) => h("div", { class: "field" },
      h("label", { for: `name-${at}` }, t("new.player", { n: at + 1 })),
      h("input", {
        type: "text", id: `name-${at}`, maxlength: 24, autocomplete: "off", value: name, "data-key": `name-${at}`,
        oninput: (event) => { chosen.names[at] = event.target.value; },
      }))),
    h("div", { class: "entry-buttons" },
      chosen.names.length < Math.min(most, NAMES) ? button("more-players", "plus", "new.more", () => chosen.names.push("")) : null,
      chosen.names.length > fewest ? button("fewer-players", "minus", "new.fewer", () => chosen.names.pop()) : null));
}

const button = (key, symbol, words, work) => h("button", {
  type: "button", class: "button", "data-key": key, onclick: () => { work(); draw(); },
}, icon(symbol), t(words));

const rules = () => houseRules(system(), chosen.house, (house) => { chosen.house = house; draw(); });

async function start() {
  const players = chosen.names.map((name) => name.trim());
  const { code } = await call("POST", "/api/games", { system: chosen.system, house: chosen.house, players });
  location.href = `/games/${code}#who`;
}

draw();
