// The totals: a table for the phone and the shared screen alike.

import { game } from "./game.js";
import { h, icon } from "../dom.js";
import { count, t } from "../words.js";

/** Points with a sign where they are lost: a real minus, not a hyphen. */
export const signed = (points) => (points < 0 ? `−${count(-points)}` : count(points));
export const gained = (points) => (points > 0 ? `+${count(points)}` : signed(points));

/** Show every player's total, the leader marked by a sign and in words. */
export function standing() {
  const { players, book, me, pending } = game.now;
  return h("table", { class: "standing" },
    h("caption", { class: "unseen" }, t("standing.caption")),
    h("thead", {}, h("tr", {}, ["standing.player", "standing.change", "standing.total"].map((key) => h("th", { scope: "col" }, h("span", { class: "unseen" }, t(key)))))),
    h("tbody", {}, players.map((player) => {
      const first = book.leaders.includes(player.seat) && book.rounds.length > 0;
      const change = pending?.points[player.seat] ?? 0;
      return h("tr", { class: player.seat === me ? "is-me" : null },
        h("th", { scope: "row" }, first ? h("span", { class: "crown" }, icon("star"), h("span", { class: "unseen" }, t("standing.first"))) : null,
          player.name, player.seat === me ? h("small", {}, t("standing.me")) : null,
          player.phone ? null : h("small", {}, t("standing.noPhone"))),
        h("td", { class: "is-change" }, change ? gained(change) : ""),
        h("td", {}, signed(book.totals[player.seat])));
    })));
}
