// The score book: every round, the totals, the course of the game, and the book as a file.

import { afterwards } from "./again.js";
import { chart } from "./chart.js";
import { doing, tellProblem } from "./forms.js";
import { act, ask, game, me, nameAt, pathOf } from "./game.js";
import { gained, signed } from "./standing.js";
import { logList } from "./round.js";
import { h, icon, show } from "../dom.js";
import { and, count, t } from "../words.js";

/** Show the book. */
export function bookScene() {
  const { book, system } = game.now;
  return [
    h("h1", {}, t("book.title")),
    h("p", { class: "hint" }, system.name, " · ", goal(system), game.now.house ? ` · ${t("book.house")}` : ""),
    book.over ? h("p", { class: "notice is-good" }, icon("star"), h("span", {}, t("book.over", { names: and(book.winners.map(nameAt)) }))) : null,
    balance(book),
    h("section", { class: "card" }, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("book.title") }, sheet())),
    chartCard(),
    h("div", { class: "entry-buttons" }, undoButton(), files()),
    log(),
    h("div", { class: "entry-buttons" }, afterwards()),
  ];
}

function chartCard() {
  const drawn = chart();
  return drawn ? h("section", { class: "card" }, h("h2", {}, t("chart.title")), drawn) : null;
}

/** Say when the game ends. */
export function goal({ limit, limit_over: over, wins }) {
  if (limit === null) return t("goal.none");
  return `${t(over ? "goal.over" : "goal.at", { limit })}; ${t(`goal.${wins}`)}`;
}

function balance({ balanced, rounds }) {
  if (balanced === null || !rounds.length) return null;
  return balanced
    ? h("p", { class: "hint" }, icon("check"), t("book.balanced"))
    : h("p", { class: "notice" }, icon("warn"), h("span", {}, t("book.unbalanced")));
}

function sheet() {
  const { players, book } = game.now;
  if (!book.rounds.length) return h("p", { class: "hint" }, t("book.empty"));
  return h("table", { class: "book" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("book.round")), players.map((player) => h("th", { scope: "col" }, player.name)))),
    h("tbody", {}, book.rounds.map((round) => h("tr", {},
      h("th", { scope: "row" }, h("a", { href: `#round-${round.number}`, "data-key": `round-${round.number}`, "aria-label": t("round.title", { number: round.number }) }, count(round.number))),
      round.points.map((points, seat) => h("td", { class: seat === round.winner ? "is-winner" : null },
        seat === round.winner ? [h("span", { class: "unseen" }, t("book.closed")), icon("star")] : null, points || seat === round.winner ? gained(points) : "0"))))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("standing.total")),
      book.totals.map((total) => h("td", {}, signed(total))))));
}

function undoButton() {
  const { undo } = game.now;
  if (!undo || !me()) return null;
  return doing("undo", t(`undo.${undo.what}`, { number: undo.number }), () => act("POST", "/undo"), { symbol: "undo" });
}

// The whole log, so that a round that was taken out can be seen too.
function log() {
  const list = h("div", { class: "log" });
  return h("details", {
    class: "card",
    ontoggle: async (event) => {
      if (!event.target.open) return;
      try {
        show(list, logList(await ask("/changes"), { numbered: true }));
      } catch (problem) {
        tellProblem(problem, list);
      }
    },
  }, h("summary", { "data-key": "log" }, t("round.log")), list);
}

const files = () => [["csv", "book.csv"], ["json", "book.json"]].map(([kind, key]) =>
  h("a", { class: "button", href: pathOf(`/export.${kind}`), download: "", "data-key": kind }, icon("download"), t(key)));
