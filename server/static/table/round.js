// A round opened: how it ended, every line of its reckoning, its photos, and what was changed.

import { endForm } from "./ending.js";
import { code, Problem } from "./api.js";
import { doing, sure } from "./forms.js";
import { act, ask, game, me, nameAt } from "./game.js";
import { meldsView, priceView } from "../boardview.js";
import { gained } from "./standing.js";
import { h, icon } from "../dom.js";
import { meldView } from "../melds.js";
import { language, known, t } from "../words.js";

let opened = null; // { number, version, round, trouble }
let correcting = null; // { number, view }

/** Show a round of the book. */
export function roundScene(number, redraw) {
  if (opened?.number !== number || opened.version !== game.now.version) open(number, redraw);
  const { round, trouble } = opened;
  if (opened.number !== number || !round) {
    return [h("h1", {}, t("round.title", { number })), h("p", { class: "hint" }, trouble ?? t("answer.thinking"))];
  }
  if (correcting?.number === number) {
    return [h("h1", {}, t("round.correct", { number })), correcting.view,
      doing("no-correction", t("cancel"), async () => { correcting = null; redraw(); }, { quiet: true })];
  }
  return [
    h("h1", {}, t("round.title", { number })),
    h("p", { class: "hint" }, ended(round.facts), " · ", when(round.entered)),
    h("section", { class: "card answer" }, h("h2", {}, t("round.reckoning")), game.now.players.map((player) => reckoning(player, round))),
    round.board ? h("section", { class: "card answer" }, h("h2", {}, t("close.title")), meldsView(round.board), priceView(round.board)) : null,
    photos(round, redraw),
    me() && round.entered ? buttons(round, redraw) : null,
    log(round),
  ];
}

async function open(number, redraw) {
  const { version } = game.now;
  const old = opened?.number === number ? opened.round : null;
  opened = { number, version, round: old, trouble: null };
  try {
    opened = { number, version, round: await ask(`/rounds/${number}`), trouble: null };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    opened = { number, version, round: old, trouble: problem.message || t("evening.offline") };
  }
  redraw();
}

function ended(facts) {
  const name = facts.winner === null ? "" : nameAt(facts.winner);
  return t(`round.${facts.all_at_once ? "atOnce" : facts.end}`, { name });
}

const when = (iso) => (iso ? new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso)) : "");

function reckoning(player, round) {
  const lines = round.lines.filter((line) => line.seat === player.seat);
  const rest = round.facts.rests[player.seat];
  return h("section", {},
    h("h3", {}, player.name, h("strong", {}, gained(round.points[player.seat]))),
    lines.length ? h("table", { class: "lines" }, h("tbody", {}, lines.map((line) => h("tr", {},
      h("th", { scope: "row" }, lineText(line), line.tiles ? meldView(line.tiles) : null), h("td", {}, gained(line.points)))))) : null,
    rest && !lines.some((line) => line.tiles === rest) ? meldView(rest) : null);
}

function lineText(line) {
  const key = `item.${line.code}`;
  return known(key) ? t(key, line) : line.text;
}

function photos(round, redraw) {
  if (!round.photos.length) return null;
  return h("section", { class: "card" }, h("h2", {}, t("round.photos")), h("div", { class: "kept-photos" }, round.photos.map((photo) => h("figure", {},
    h("img", { src: `/api/games/${code}/photos/${photo.id}`, width: photo.width, height: photo.height, loading: "lazy", alt: t("round.photoOf", { name: photo.seat === null ? t("part.table") : nameAt(photo.seat) }) }),
    me() ? doing(`forget-${photo.id}`, t("round.forget"), async () => {
      await act("DELETE", `/photos/${photo.id}`);
      opened = null;
      redraw();
    }, { symbol: "bin" }) : null))),
  h("p", { class: "hint" }, t("photo.keep.help", { days: 90, n: 100 })));
}

function buttons(round, redraw) {
  const { number } = round;
  const last = number === game.now.book.rounds.length && !game.now.pending;
  return h("div", { class: "entry-buttons" },
    doing("correct", t("round.correctIt"), async () => {
      correcting = { number, view: endForm({
        facts: round.facts, rests: true, button: t("round.save"),
        onDone: async (facts) => {
          await act("PUT", `/rounds/${number}/facts`, facts);
          correcting = null;
          redraw();
        },
      }) };
      redraw();
    }),
    last ? doing("remove", t("round.remove"), async () => {
      if (!await sure(t("round.remove.sure", { number }), t("round.remove"))) return;
      await act("DELETE", `/rounds/${number}`);
      location.hash = "#book";
    }, { quiet: true, symbol: "bin" }) : null);
}

const log = (round) => h("section", { class: "log" }, h("h2", {}, t("round.log")), logList(round.changes));

/** Show entries of the log, the newest first; `numbered` says of which round each is. */
export const logList = (changes, { numbered = false } = {}) => h("ul", {}, changes.map((change) => h("li", {},
  h("p", {}, numbered ? `${t("round.title", { number: change.number })}: ` : "", t(`log.${change.what}`, { name: change.by }), " ", h("small", {}, when(change.at))),
  change.before && change.after ? differences(change) : null)));

function differences({ before, after }) {
  const told = (facts) => [ended(facts), facts.price ? t("over.price", { price: gained(facts.price) }) : "", facts.multiplier > 1 ? `×${facts.multiplier}` : "",
    ...Object.entries(facts.rests).map(([seat, tiles]) => `${nameAt(seat)}: ${tiles}`)].filter(Boolean).join(" · ");
  return h("p", { class: "hint" }, h("del", {}, told(before)), " ", icon("right"), " ", h("ins", {}, told(after)));
}
