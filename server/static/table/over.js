// The round is over: how it ended, who still has to tell what is left, and everyone's agreement.

import { doing, keepView, sure } from "./forms.js";
import { endForm } from "./ending.js";
import { tilesEntry } from "./entry.js";
import { act, game, nameAt, pathOf, tp } from "./game.js";
import { gained, signed } from "./standing.js";
import { call } from "./api.js";
import { h, icon } from "../dom.js";
import { meldView } from "../melds.js";
import { t } from "../words.js";

let changing = false;
let form = null; // { number, view }: kept while it is filled in
const entries = new Map(); // seat -> view, kept likewise
let entriesOf = null;
const keep = new Set(); // seats whose photo is to be kept
let helping = null; // the seat that is told for somebody else

/** Say in a sentence how the pending round ended. */
export function overHeadline({ number, facts }) {
  const name = facts.winner === null ? "" : nameAt(facts.winner);
  if (facts.end === "closed") return t(facts.all_at_once ? "over.closedAtOnce" : "over.closed", { number, name });
  return t(`over.${facts.end}`, { number });
}

/** Show the end of the round. */
export function overScene(redraw) {
  const { pending, book } = game.now;
  const number = book.rounds.length + 1;
  if (!pending || changing) return telling(number, pending, redraw);
  if (entriesOf !== number) {
    entries.clear();
    keep.clear();
    helping = null;
    entriesOf = number;
  }
  return [
    h("h1", {}, overHeadline(pending)),
    summary(pending),
    h("section", { class: "card" }, h("ul", { class: "waiting" }, game.now.players.map((player) => line(player, pending, redraw)))),
    own(pending, redraw),
    h("div", { class: "entry-buttons" },
      doing("change-end", t("over.change"), async () => { changing = true; redraw(); }, { quiet: true }),
      doing("play-on", t("over.playOn"), async () => {
        if (await sure(t("over.playOn.sure"), t("over.playOn"))) await act("DELETE", `/rounds/${number}`);
      }, { quiet: true })),
  ];
}

function telling(number, pending, redraw) {
  if (form?.number !== number) {
    form = { number, view: endForm({
      facts: pending?.facts ?? fromBoard(),
      button: t("over.tell"),
      onDone: async (facts) => {
        await act("PUT", `/rounds/${number}`, facts);
        changing = false;
        form = null;
        redraw();
      },
    }) };
  }
  return [h("h1", {}, t("over.heading", { number })), form.view,
    changing ? doing("keep-end", t("cancel"), async () => { changing = false; form = null; redraw(); }, { quiet: true }) : null];
}

// A board that lies on the screen as closed is what the round ends with.
function fromBoard() {
  const { shown } = game.now;
  if (shown?.kind !== "board" || !shown.verdict.closed) return null;
  const { tiles, free, thrown, thrown_by_others: others } = shown;
  return {
    end: "closed", winner: shown.seat, multiplier: shown.multiplier, trump: null, all_at_once: false,
    price: shown.verdict.pays / shown.multiplier, board: { tiles, free, thrown, thrown_by_others: others }, rests: {},
  };
}

function summary({ facts }) {
  const notes = [];
  if (game.now.system.board && facts.end === "closed") {
    notes.push(facts.multiplier > 1
      ? t("over.priceTimes", { price: signed(facts.price), times: facts.multiplier })
      : t("over.price", { price: signed(facts.price) }));
  }
  if (facts.trump !== null) notes.push(t("over.trumpWas", { name: nameAt(facts.trump) }));
  return notes.length ? h("p", { class: "hint" }, notes.join(" ")) : null;
}

function line(player, pending, redraw) {
  const { seat } = player;
  const waits = pending.waiting.includes(seat);
  return h("li", { class: waits ? "is-waiting" : "is-done" },
    h("span", { class: "waiting-sign" }, icon(waits ? "clock" : "check")),
    h("div", { class: "waiting-body" },
      h("strong", {}, player.name), " ",
      h("span", { class: "hint" }, waits ? t(pending.missing.includes(seat) ? "over.restMissing" : "over.agreeMissing") : t("over.done")),
      restOf(pending, seat),
      waits && seat !== game.now.me ? helpFor(player, pending, redraw) : null),
    pointsOf(pending, seat));
}

/** Show what a player has left and what it counts, once it was told. */
export function restOf(pending, seat) {
  const rest = pending.facts.rests[seat];
  return rest ? h("div", { class: "rest" }, meldView(rest), h("span", { class: "hint" }, t("over.worth", { n: pending.worths[seat] }))) : null;
}

/** Show what the round brings a player so far. */
export const pointsOf = (pending, seat) =>
  h("output", { class: "waiting-points" }, pending.points[seat] ? gained(pending.points[seat]) : "");

function helpFor(player, pending, redraw) {
  const { seat } = player;
  const { number } = pending;
  if (!pending.missing.includes(seat)) {
    return doing(`agree-${seat}`, t("over.agreeFor", { name: player.name }),
      () => act("PUT", `/rounds/${number}/confirmations/${seat}`), { quiet: true });
  }
  if (helping === seat) return entry(seat, number);
  return doing(`help-${seat}`, t("over.restFor", { name: player.name }), async () => { helping = seat; redraw(); }, { quiet: true });
}

function own(pending) {
  const { me } = game.now;
  if (!pending.waiting.includes(me)) return null;
  if (pending.missing.includes(me)) {
    return h("section", { class: "card is-asking" }, h("h2", {}, tp("over.myRest")), h("p", { class: "hint" }, t("over.myRest.help")), entry(me, pending.number));
  }
  return h("section", { class: "card is-asking" }, h("h2", {}, t("over.right")),
    doing("agree", t("over.agree"), () => act("PUT", `/rounds/${pending.number}/confirmations/${me}`), { primary: true, symbol: "check" }));
}

function entry(seat, number) {
  if (!entries.has(seat)) {
    entries.set(seat, h("div", {}, tilesEntry({
      key: `rest-${seat}`, round: number, purpose: "rest", label: t("over.photographRest"), button: t("over.restRight"),
      value: game.now.pending.facts.rests[seat],
      onConfirm: async ({ tiles, blob }) => {
        if (blob && keep.has(seat)) await call("POST", pathOf(`/photos?number=${number}&seat=${seat}&kept=1`), blob);
        await act("PUT", `/rounds/${number}/rests/${seat}`, { tiles });
      },
    }), keepView(`keep-${seat}`, (on) => keep[on ? "add" : "delete"](seat))));
  }
  return entries.get(seat);
}
