// A board in pictures, for the first page and the evening alike: how far it is, and what it pays.

import { h, icon } from "./dom.js";
import { listOf, meldView } from "./melds.js";
import { count, known, t } from "./words.js";

/** Show yes or no as a sign and in words. */
export const sign = (kind, symbol, title, text = null) => h("div", { class: `verdict is-${kind}` },
  h("span", { class: "verdict-sign" }, icon(symbol)),
  h("div", {}, h("h2", {}, title), text ? h("p", {}, text) : null));

/** Say how far an open board is from closed. */
export function distance({ missing, most_tiles_in_melds: most }) {
  const { tiles, at_least: more } = missing ?? {};
  // Counting far from the goal takes long: the engine then knows a least number only.
  return more || !tiles ? t("close.most", { n: most }) : t("close.missing", { n: tiles });
}

/** Show an answer to `close` that says no: how far it is, and the draws that would close it. */
export const openView = (answer) => [
  sign("no", "close", t("close.open"), distance(answer)),
  listOf(answer.missing?.draws).length
    ? h("section", { class: "is-draws" }, h("h3", {}, t("close.draws")), meldView(answer.missing.draws)) : null,
];

/** Show an answer to `close` that says yes. */
export const closedView = (answer) => sign("yes", "check", t("close.closed"), t(`category.${answer.category}`));

/** Show the melds of an answer to `close`. */
export function meldsView({ melds }, title = t("close.melds")) {
  if (!melds?.length) return null;
  return h("section", { class: "is-melds" }, h("h3", {}, title),
    h("div", { class: "melds" }, melds.map((meld) => meldView(meld.meld, { stands: meld.stands }))));
}

/** Show what a closed board pays, line by line. */
export function priceView(answer) {
  const row = (text, points, key) => h("tr", { class: key }, h("th", { scope: "row" }, text), h("td", {}, points));
  return h("section", { class: "is-price" }, h("h3", {}, t("close.price")),
    h("table", { class: "lines" }, h("tbody", {},
      answer.lines.map((line) => row(lineText(line), signed(line.points))),
      answer.multiplier > 1 ? row(t("close.multiplied"), `×${count(answer.multiplier)}`) : null,
      row(t("close.each"), count(answer.pays), answer.opponents > 1 ? null : "is-sum"),
      answer.opponents > 1 ? row(t("close.total", { n: answer.opponents }), count(answer.total), "is-sum") : null)),
    answer.beyond_source ? h("p", { class: "hint" }, t("close.beyond")) : null);
}

function lineText(line) {
  for (const key of [`category.${line.code}`, `line.${line.code}`]) if (known(key)) return t(key, line);
  return line.text;
}

const signed = (points) => (points < 0 ? `−${count(-points)}` : count(points));
