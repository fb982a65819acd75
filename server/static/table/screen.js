// The shared screen: large type for a tablet in the middle of the table; it asks for nothing.

import { code } from "./api.js";
import { chart } from "./chart.js";
import { follow, game, nameAt, onChange } from "./game.js";
import { codeView } from "./invite.js";
import { overHeadline, pointsOf, restOf } from "./over.js";
import { standing } from "./standing.js";
import { shownTitle, shownView } from "./verdict.js";
import { announce, byId, h, icon, show } from "../dom.js";
import { and, t } from "../words.js";

const main = byId("main");
let said = "";

function draw() {
  document.body.classList.add("is-shared");
  if (game.now?.next && !game.gone) {
    // The tablet in the middle goes along to the next game by itself.
    location.replace(`/games/${game.now.next}/screen`);
    return;
  }
  if (game.gone || !game.now) {
    show(main, h("p", { class: "lonely" }, game.gone ?? t(game.online ? "answer.thinking" : "evening.offline")));
    return;
  }
  show(main,
    game.online ? null : h("p", { class: "notice" }, icon("warn"), h("span", {}, t("evening.offline"))),
    h("div", { class: "shared" }, left(), right()));
  const title = spoken();
  if (title !== said) announce(title);
  said = title;
}

function spoken() {
  if (game.now.shown) return shownTitle();
  return game.now.pending ? overHeadline(game.now.pending) : "";
}

function left() {
  const { book, system } = game.now;
  return h("section", { class: "shared-standing" },
    h("h1", {}, system.name, h("small", {}, t("home.rounds", { n: book.rounds.length }))),
    book.over ? h("p", { class: "notice is-good" }, icon("star"), h("span", {}, t("book.over", { names: and(book.winners.map(nameAt)) }))) : null,
    standing(),
    // Beside a verdict the waiting list has its place here.
    game.now.pending && game.now.shown ? h("div", { class: "card" }, waiting(game.now.pending)) : null);
}

function right() {
  const { shown, pending, book } = game.now;
  if (shown) return h("section", { class: "shared-main card" }, shownView(shown));
  if (pending) return h("section", { class: "shared-main card" }, waiting(pending));
  if (book.rounds.length > 1) return h("section", { class: "shared-main" }, chart(), h("p", { class: "hint" }, t("screen.code", { code })));
  return h("section", { class: "shared-main card invite" }, h("h2", {}, t("invite.title")), codeView());
}

function waiting(pending) {
  return [
    h("h2", {}, overHeadline(pending)),
    h("ul", { class: "waiting" }, game.now.players.map(({ seat, name }) => {
      const waits = pending.waiting.includes(seat);
      return h("li", { class: waits ? "is-waiting" : "is-done" },
        h("span", { class: "waiting-sign" }, icon(waits ? "clock" : "check")),
        h("div", { class: "waiting-body" }, h("strong", {}, name), " ",
          h("span", { class: "hint" }, waits ? t(pending.missing.includes(seat) ? "over.restMissing" : "over.agreeMissing") : t("over.done")),
          restOf(pending, seat)),
        pointsOf(pending, seat));
    })),
  ];
}

onChange(draw);
draw();
await follow();
