// Is the board closed: the verdict, the fourteen in their melds, and the price line by line.

import { h, icon } from "./dom.js";
import { listOf, meldView } from "./melds.js";
import { change, rack, state } from "./store.js";
import { nameOf, tileButton, tileView } from "./tiles.js";
import { count, known, t } from "./words.js";

const FULL = 15; // fourteen in combination and one to throw

/** Tell whether the rack has as many tiles as a board has. */
export const isBoard = (part) => [FULL - 1, FULL].includes(part.tiles.length);

/** Show that closing takes another number of tiles. */
export const noBoardView = () =>
  verdict("no", "close", t("close.open"), t("close.count", { n: rack().tiles.length }));

/** Show an answer to `close`. */
export function closingView(answer) {
  return answer.closed
    ? [closed(answer), throwing(answer), melds(answer), price(answer)]
    : [open(answer), melds(answer)];
}

function closed(answer) {
  return verdict("yes", "check", t("close.closed"), t(`category.${answer.category}`));
}

function open(answer) {
  const { tiles, at_least: more, draws } = answer.missing ?? {};
  // Counting far from the goal takes long: the engine then knows a least number only.
  const text = more || !tiles ? t("close.most", { n: answer.most_tiles_in_melds }) : t("close.missing", { n: tiles });
  return [
    verdict("no", "close", t("close.open"), text),
    listOf(draws).length ? h("section", {}, h("h3", {}, t("close.draws")), meldView(draws)) : null,
  ];
}

const verdict = (kind, symbol, title, text) => h("div", { class: `verdict is-${kind}` },
  h("span", { class: "verdict-sign" }, icon(symbol)),
  h("div", {}, h("h2", {}, title), h("p", {}, text)));

// Which tile is thrown may change the category and the price, so it can be chosen.
function throwing(answer) {
  const choices = [...new Set([...listOf(answer.may_throw), ...(state.free ? [state.free] : [])])];
  const thrown = state.free ?? answer.free;
  if (!thrown) return null;
  if (choices.length < 2 && !state.free) {
    return h("section", {}, h("h3", {}, t("close.throw")), h("div", { class: "meld" }, tileView(thrown)));
  }
  return h("section", {}, h("h3", {}, t("close.throw")),
    h("p", { class: "hint" }, t(state.free ? "close.chosen" : "close.choose")),
    h("div", { class: "choices" }, choices.map((tile) => tileButton(tile, {
      "data-key": `free-${tile}`, label: t("close.throwThis", { tile: nameOf(tile) }),
      "aria-pressed": String(tile === thrown),
      onclick: () => change((now) => { now.free = now.free === tile ? null : tile; }),
    }))));
}

function melds(answer) {
  const laid = answer.melds ?? [];
  if (!laid.length) return null;
  return h("section", {}, h("h3", {}, t("close.melds")),
    h("div", { class: "melds" }, laid.map((meld) => meldView(meld.meld, { stands: meld.stands }))));
}

function price(answer) {
  const row = (text, points, key) => h("tr", { class: key }, h("th", { scope: "row" }, text), h("td", {}, points));
  return h("section", {}, h("h3", {}, t("close.price")),
    h("table", { class: "lines" }, h("tbody", {},
      answer.lines.map((line) => row(lineText(line), signed(line.points))),
      answer.multiplier > 1 ? row(t("close.multiplied"), `×${count(answer.multiplier)}`) : null,
      row(t("close.each"), count(answer.pays), answer.opponents > 1 ? null : "is-sum"),
      answer.opponents > 1 ? row(t("close.total", { n: answer.opponents }), count(answer.total), "is-sum") : null)),
    answer.beyond_source ? h("p", { class: "hint" }, t("close.beyond")) : null);
}

function lineText(line) {
  if (known(`category.${line.code}`)) return t(`category.${line.code}`);
  const key = `line.${line.code}`;
  return known(key) ? t(key, line) : line.text;
}

const signed = (points) => (points < 0 ? `−${count(-points)}` : count(points));
