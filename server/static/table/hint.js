// A hint as strong as was asked for; where one closes a board, the way to a closed one.

import { game, tp } from "./game.js";
import { adviceView, nudgeView, pointView, throwView } from "../advice.js";
import { closedView, distance, meldsView, openView, priceView, sign } from "../boardview.js";
import { h } from "../dom.js";
import { listOf, meldView } from "../melds.js";
import { tileView } from "../tiles.js";
import { t } from "../words.js";

const BOARD = [14, 15]; // tiles of a board

/** How much there is to choose from. */
export const LEVELS = ["nudge", "point", "reveal"];

/**
 * Ask the engine for a hint. `turn` is { rack, table, opened }, `ask(question)` resolves to an
 * answer. Returns { level, reply, close, thrown }: the hint, and what else belongs to it.
 */
export async function askHint(level, turn, ask) {
  const { system, house } = game.now;
  const about = { game: system.id, house, rack: turn.rack };
  const hint = { ask: "hint", level, ...about, table: turn.table, ...(system.opening ? { opened: turn.opened } : {}) };
  if (system.board) return askBoard(level, about, ask);
  const reply = await ask(hint);
  const thrown = level === "reveal" && system.throws && !reply.advice.out
    ? await perhaps(ask({ ask: "discard", ...about, table: turn.table, opened: turn.opened || !system.opening })) : null;
  return { level, reply, close: null, thrown };
}

async function askBoard(level, about, ask) {
  const tiles = listOf(about.rack).length;
  if (!BOARD.includes(tiles)) return { level, tiles };
  const close = await ask({ ask: "close", ...about, opponents: game.now.players.length - 1 });
  if (level === "nudge") return { level, close };
  const reply = await ask({ ask: "hint", level: "reveal", ...about });
  // With fifteen tiles and nothing closed one of them has to go.
  const thrown = level === "reveal" && !close.closed && tiles === BOARD.at(-1) ? await perhaps(ask({ ask: "discard", ...about })) : null;
  return { level, reply, close, thrown };
}

// What to throw may take longer to find than people wait: the rest is shown without it.
const perhaps = (asked) => asked.catch((problem) => {
  if (problem.code !== "no_answer_yet") throw problem;
  return null;
});

/** Show a hint that was asked for. */
export function hintView(answer, { opened }) {
  const { level, reply, thrown } = answer;
  if (game.now.system.board) return boardView(answer);
  if (level === "nudge") return nudgeView(reply);
  if (level === "point") return pointView(reply);
  return adviceView(reply.advice, { opened: opened || !game.now.system.opening, say: tp, throws: thrown });
}

function boardView({ level, tiles, reply, close, thrown }) {
  if (!close) return sign("no", "close", t("close.open"), t("close.count", { n: tiles }));
  if (level === "nudge") return close.closed ? closedView(close) : sign("no", "close", t("close.open"), distance(close));
  if (level === "point") return pointView(reply);
  if (close.closed) {
    return [closedView(close), throwing(close), meldsView(close), priceView(close),
      h("a", { class: "button is-primary", href: "#board", "data-key": "to-board" }, t("board.title"))];
  }
  return [openView(close), meldsView(reply.advice, t("board.melds")), loose(reply.advice), throwView(thrown, { say: tp })];
}

const throwing = ({ free }) => (free
  ? h("section", { class: "is-free" }, h("h3", {}, t("close.throw")), h("div", { class: "meld" }, tileView(free))) : null);

const loose = ({ keep }) => (listOf(keep).length
  ? h("section", { class: "is-loose" }, h("h3", {}, t("board.loose")), meldView(keep)) : null);
