// The first scene: what this is for, which game it is, and the way back to a rack read before.

import { h, icon, show } from "./dom.js";
import { choose } from "./table/forms.js";
import { houseRules } from "./house.js";
import { change, house, rack, state, system, systems } from "./store.js";
import { tileView } from "./tiles.js";
import { t } from "./words.js";

const EXAMPLES = {
  tiles: ["r7", "b7", "y7", "k10", "k11", "k12", "*"],
  cards: ["7h", "7d", "7s", "10c", "Jc", "Qc", "*"],
};
const unfolded = { games: !state.game, house: false };

/** Show what this is for. */
export function startView() {
  const { board, pack } = system();
  const kind = board ? "brett" : "zahlen";
  const part = rack();
  return h("section", { class: "start" },
    h("div", { class: "rack" }, h("div", { class: "row", "aria-hidden": "true" }, EXAMPLES[pack].map((tile) => tileView(tile)))),
    h("h1", {}, t(`start.title.${kind}`)),
    h("p", {}, part.say(`start.text.${kind}`)),
    part.source ? h("a", { class: "button", href: "#rack" }, part.say("start.back", { n: part.tiles.length })) : null,
    games(),
    h("ul", { class: "start-tips" },
      ["start.tip.fill", "start.tip.light", "start.tip.private"].map((key) => h("li", {}, icon("check"), part.say(key)))),
    h("p", {}, h("a", { class: "button is-quiet", href: "/games", "data-key": "together" }, t("start.together")),
      h("a", { class: "button is-quiet", href: "/sets", "data-key": "sets" }, t("sets.title"))));
}

function games() {
  if (location.hash === "#games") unfolded.games = true;
  return fold("games", [t("start.game"), " ", h("strong", {}, system().name)], () => [
    choose("game", t("start.which"), systems.map((one) => [one.id, one.name, one.lines.join(" ")]), system().id,
      (id) => change((now) => { now.game = id; now.free = null; })),
    fold("house", t("new.house", { n: Object.keys(house()).length }), () =>
      houseRules(system(), house(), (rules) => change((now) => { now.house = { ...now.house, [system().id]: rules }; }))),
  ], "games");
}

function fold(key, title, content, id = null) {
  const body = h("div", {});
  const fill = () => show(body, unfolded[key] ? content() : null);
  fill();
  return h("details", {
    class: "card fold", id, open: unfolded[key],
    ontoggle: (event) => {
      if (unfolded[key] === event.currentTarget.open) return;
      unfolded[key] = event.currentTarget.open;
      fill();
    },
  }, h("summary", { "data-key": key }, title), body);
}
