// The form that tells how a round ended: used when it ends, and when it is corrected later.

import { choose, counter, doing, toggle } from "./forms.js";
import { game, nameAt, tp } from "./game.js";
import { signed } from "./standing.js";
import { h, show } from "../dom.js";
import { listOf, meldView } from "../melds.js";
import { parse, typed } from "../tiles.js";
import { or, t } from "../words.js";

const PRICES = [150, 200, 250, 300, 400, 500, 800, 900, 1000];

/**
 * Show the form. `facts` are how it stands (or null), `rests` asks for what is left as well
 * (a correction), `onDone(facts)` may refuse by raising a Problem.
 */
export function endForm({ facts, rests = false, button, onDone }) {
  const { system, me } = game.now;
  const told = facts ? structuredClone(facts) : {
    end: system.ways[0], winner: system.ways[0] === "closed" ? me : null, all_at_once: false,
    multiplier: 1, trump: null, price: 0, board: null, rests: {},
  };
  const root = h("div", { class: "card ending" });
  const mine = { told, rests, button, onDone, root, typed: inWords(told.rests) };
  draw(mine);
  return root;
}

// As people of this language type it.
const inWords = (rests) => Object.fromEntries(Object.entries(rests).map(([seat, tiles]) => [seat, listOf(tiles).map(typed).join(" ")]));

function draw(mine) {
  const { told } = mine;
  const { system } = game.now;
  const set = (changes) => { Object.assign(told, changes); draw(mine); };
  const closed = told.end === "closed";
  show(mine.root,
    system.ways.length > 1 ? choose("end", t("end.how"), system.ways.map((way) => [way, t(`end.${way}`)]), told.end,
      (end) => set({ end, winner: end === "closed" ? told.winner ?? game.now.me : null })) : null,
    closed ? choose("winner", t("end.who"), players(), told.winner, (winner) => set({ winner })) : null,
    closed && system.all_at_once !== 1
      ? toggle("at-once", t(`end.atOnce.${system.hand}`), t("end.atOnce.help"), told.all_at_once, (on) => set({ all_at_once: on })) : null,
    system.board && closed ? price(told, set) : null,
    system.board && closed ? counter("multiplier", t("set.multiplier"), { value: told.multiplier, least: 1, most: 20, show: (n) => `×${n}` }, (multiplier) => set({ multiplier })) : null,
    system.trump ? choose("trump", t("end.trump"), [[null, t("end.nobody")], ...players()], told.trump, (trump) => set({ trump })) : null,
    mine.rests && !system.board ? restFields(mine) : null,
    doing("tell-end", mine.button, () => finish(mine), { primary: true }));
}

const players = () => game.now.players.map((player) => [player.seat, player.name]);

function price(told, set) {
  if (told.board) {
    return h("div", { class: "field" },
      h("p", {}, t("end.boardPays", { price: signed(told.price) })), meldView(told.board.tiles),
      doing("no-board", t("end.otherPrice"), async () => set({ board: null }), { quiet: true }));
  }
  const input = h("input", {
    type: "number", id: "price", inputmode: "numeric", min: 0, max: 100000, step: 50, value: told.price || "", "data-key": "price",
    onchange: (event) => set({ price: Math.max(0, Math.round(Number(event.target.value) || 0)) }),
  });
  return h("div", { class: "field" },
    h("label", { for: "price" }, t("end.price")), input,
    h("div", { class: "quick" }, PRICES.map((points) => h("button", {
      type: "button", class: "button", "data-key": `price-${points}`, "aria-pressed": String(told.price === points),
      onclick: () => set({ price: points }),
    }, signed(points)))),
    h("p", { class: "hint" }, t("end.price.help")));
}

function restFields(mine) {
  return game.now.players.filter((player) => player.seat !== mine.told.winner).map((player) => {
    const id = `rest-of-${player.seat}`;
    return h("div", { class: "field" },
      h("label", { for: id }, t("end.restOf", { name: player.name })),
      h("input", {
        type: "text", id, "data-key": id, spellcheck: "false", autocapitalize: "none", autocomplete: "off", value: mine.typed[player.seat] ?? "",
        oninput: (event) => { mine.typed[player.seat] = event.target.value; },
      }));
  });
}

async function finish(mine) {
  const { told } = mine;
  const rests = {};
  if (mine.rests && !game.now.system.board) {
    for (const player of game.now.players) {
      if (player.seat === told.winner) continue;
      const { groups, unknown } = parse(mine.typed[player.seat] ?? "", game.now.system.pack);
      if (unknown.length) throw wrong(unknown, nameAt(player.seat));
      if (groups.length) rests[player.seat] = groups.flat().join(" ");
    }
  }
  await mine.onDone({ ...told, rests });
}

function wrong(pieces, name) {
  const problem = new Error(`${name}: ${tp("text.unknown", { pieces: or(pieces.map((text) => t("quoted", { text }))) })}`);
  problem.code = "unknown-tile";
  return problem;
}
