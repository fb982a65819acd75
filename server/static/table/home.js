// The table between two turns: the standing, what is waited for, and what one can do.

import { code } from "./api.js";
import { againButton } from "./again.js";
import { doing } from "./forms.js";
import { act, game, me, nameAt } from "./game.js";
import { overHeadline } from "./over.js";
import { standing } from "./standing.js";
import { shownView } from "./verdict.js";
import { askingView } from "./who.js";
import { h, icon } from "../dom.js";
import { and, t } from "../words.js";

/** Show the table. */
export function homeScene() {
  const { pending, shown, book } = game.now;
  return [
    h("h1", { class: "unseen" }, t("home.title", { code })),
    askingView(),
    pending ? pendingCard(pending) : null,
    book.over && !pending ? overCard() : null,
    nextCard(),
    h("section", { class: "card" },
      h("div", { class: "part-head" },
        h("h2", {}, game.now.system.name, h("small", {}, t("home.rounds", { n: book.rounds.length }))),
        h("a", { class: "button is-quiet", href: "#book", "data-key": "to-book" }, t("book.title"))),
      standing()),
    shown ? h("section", { class: "card" }, shownView(shown),
      h("div", { class: "entry-buttons" },
        doing("hide", t("shown.hide"), () => act("DELETE", "/shown"), { quiet: true }),
        enterBoard(shown))) : null,
    more(),
  ];
}

// Somebody has begun the next game: everybody is led there.
function nextCard() {
  const { next } = game.now;
  return next ? h("section", { class: "card is-asking" }, h("h2", {}, t("again.begun")),
    h("a", { class: "button is-primary", href: `/games/${next}`, "data-key": "to-next" }, t("again.go"))) : null;
}

// A closed board of one's own leads to the round's end.
function enterBoard(shown) {
  if (shown.kind !== "board" || !shown.verdict.closed || game.now.pending) return null;
  return h("a", { class: "button is-primary", href: "#over", "data-key": "board-over" }, t("board.enter"));
}

function pendingCard(pending) {
  const mine = pending.waiting.includes(game.now.me);
  const others = pending.waiting.filter((seat) => seat !== game.now.me).map(nameAt);
  return h("section", { class: `card${mine ? " is-asking" : ""}` },
    h("h2", {}, overHeadline(pending)),
    mine ? h("p", {}, t("over.yours")) : null,
    others.length ? h("p", { class: "hint" }, t("over.waiting", { names: and(others) })) : null,
    h("a", { class: `button ${mine ? "is-primary" : ""}`, href: "#over", "data-key": "to-over" },
      t(mine ? "over.go" : "over.look")));
}

function overCard() {
  const { winners } = game.now.book;
  return h("section", { class: "card is-won" },
    h("h2", {}, winners.length === 1 ? t("home.won", { name: nameAt(winners[0]) }) : t("home.draw", { names: and(winners.map(nameAt)) })),
    h("p", { class: "hint" }, t("home.won.more")),
    game.now.next ? null : againButton());
}

function more() {
  const { system } = game.now;
  return h("nav", { class: "more", "aria-label": t("home.more") },
    system.board ? link("#board", "check", t("board.title")) : null,
    system.open_table ? link("#turn", "check", t("turn.title")) : null,
    document.querySelector('meta[name="meldcam-camera"]') ? link(`/games/${code}/camera`, "camera", t("home.camera")) : null,
    link("#invite", "plus", t("invite.title")),
    link(`/sets?game=${code}`, "star", game.now.set ? t("sets.with", { name: game.now.set.name }) : t("sets.title")),
    link(`/games/${code}/screen`, "screen", t("who.screen")),
    link("#who", "phone", t("home.iam", { name: me().name })));
}

const link = (href, symbol, text) => h("a", { class: "button is-row", href, "data-key": `go-${href}` }, icon(symbol), h("span", {}, text), icon("right"));

/** Show what the thumb reaches. */
export function homeBar() {
  return [
    h("a", { class: "button is-primary", href: "#mine", "data-key": "my-turn" }, icon("camera"), t("home.turn")),
    h("a", { class: "button is-side", href: "#over", "data-key": "round-over" }, icon("flag"), t("over.title")),
  ];
}
