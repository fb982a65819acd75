// Is the board closed: the verdict, the fourteen in their melds, and the price line by line.

import { h, icon } from "./dom.js";
import { listOf, meldView } from "./melds.js";
import { change, state, tilesOf } from "./store.js";
import { nameOf, tileButton, tileView } from "./tiles.js";
import { count, known, t } from "./words.js";

const FULL = 15; // fourteen in combination and one to throw

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
  const held = tilesOf(state.rack).length;
  if (held < FULL - 1 || held > FULL) {
    return verdict("no", "close", t("close.open"), t("close.count", { n: held }));
  }
  const { tiles, draws } = answer.missing ?? {};
  return [
    verdict("no", "close", t("close.open"), tiles ? t("close.missing", { n: tiles }) : t("close.not14")),
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
    h("div", { class: "melds" }, laid.map((meld) => meldView(meld.tiles ?? meld, { stands: meld.stands }))));
}

function price(answer) {
  const row = (text, points, key) => h("tr", { class: key }, h("th", { scope: "row" }, text), h("td", {}, points));
  return h("section", {}, h("h3", {}, t("close.price")),
    h("table", { class: "lines" }, h("tbody", {},
      answer.lines.map((line) => row(lineText(line), signed(line.points))),
      row(t("close.each"), count(answer.pays)),
      state.opponents > 1 ? row(t("close.total", { n: state.opponents }), count(answer.pays * state.opponents)) : null)));
}

function lineText(line) {
  if (known(`category.${line.code}`)) return t(`category.${line.code}`);
  const key = `line.${line.code}`;
  return known(key) ? t(key, line) : line.text;
}

const signed = (points) => (points < 0 ? `−${count(-points)}` : count(points));
