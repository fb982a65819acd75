// The totals over the rounds as lines: a dash and a mark for each player as well as a colour.

import { game } from "./game.js";
import { signed } from "./standing.js";
import { h, svg } from "../dom.js";
import { count, t } from "../words.js";

// Drawn at about the size it is shown, so that its words are as large as the others.
const SIZE = window.innerWidth < 600 ? [360, 260] : [640, 300];
const EDGE = { left: 56, right: 92, top: 14, bottom: 30 };
const DASHES = ["", "9 5", "2 5", "12 4 2 4", "6 3", "1 3"];
const MARKS = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 5 }),
  (x, y) => svg("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9 }),
  (x, y) => svg("path", { d: `M${x} ${y - 6}l6 10.5h-12z` }),
  (x, y) => svg("path", { d: `M${x} ${y - 6.5}l6.5 6.5-6.5 6.5-6.5-6.5z` }),
  (x, y) => svg("path", { d: `M${x - 5} ${y - 5}l10 10m0-10l-10 10` }),
  (x, y) => svg("path", { d: `M${x - 6} ${y}h12m-6-6v12` }),
];

/** Draw the chart, or nothing before the second round. */
export function chart() {
  const { players, book } = game.now;
  if (book.rounds.length < 2) return null;
  const totals = players.map((_, seat) => [0, ...book.rounds.map((round) => round.totals[seat])]);
  const scale = scales(totals.flat(), book.rounds.length);
  return h("figure", { class: "chart" },
    svg("svg", { viewBox: `0 0 ${SIZE[0]} ${SIZE[1]}`, role: "img", "aria-label": t("chart.label", { n: book.rounds.length }) },
      grid(scale, book.rounds.length),
      players.map((player) => line(player, totals[player.seat], scale)),
      names(players, totals, scale)));
}

function scales(values, rounds) {
  const low = Math.min(0, ...values);
  const high = Math.max(low + 1, ...values);
  const width = SIZE[0] - EDGE.left - EDGE.right;
  const height = SIZE[1] - EDGE.top - EDGE.bottom;
  return {
    low, high,
    x: (round) => EDGE.left + (width * round) / rounds,
    y: (total) => EDGE.top + height * (1 - (total - low) / (high - low)),
  };
}

function grid({ low, high, x, y }, rounds) {
  const ticks = steps(low, high);
  const every = Math.ceil(rounds / 10);
  const numbers = Array.from({ length: rounds }, (_, at) => at + 1).filter((at) => at % every === 0 || at === rounds);
  return svg("g", { class: "chart-grid" },
    ticks.map((tick) => [
      svg("line", { x1: EDGE.left, x2: SIZE[0] - EDGE.right, y1: y(tick), y2: y(tick), class: tick === 0 ? "is-zero" : "" }),
      svg("text", { x: EDGE.left - 8, y: y(tick) + 5, "text-anchor": "end" }, signed(tick))]),
    numbers.map((at) => svg("text", { x: x(at), y: SIZE[1] - 8, "text-anchor": "middle" }, count(at))));
}

function steps(low, high) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((by) => by * power).find((size) => size >= rough));
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  return ticks;
}

function line({ seat }, totals, { x, y }) {
  const points = totals.map((total, at) => `${x(at)},${y(total)}`).join(" ");
  return svg("g", { class: "chart-line", "data-seat": seat },
    svg("polyline", { points, "stroke-dasharray": DASHES[seat] || null }),
    totals.map((total, at) => (at ? MARKS[seat](x(at), y(total)) : null)));
}

// Each name stands at the end of its line; where lines end together the names make room.
function names(players, totals, { x, y }) {
  const last = totals[0].length - 1;
  const placed = players.map((player) => ({ player, at: y(totals[player.seat][last]) })).sort((a, b) => a.at - b.at);
  for (let i = 1; i < placed.length; i += 1) placed[i].at = Math.max(placed[i].at, placed[i - 1].at + 19);
  return placed.map(({ player, at }) => svg("g", { class: "chart-name", "data-seat": player.seat },
    MARKS[player.seat](x(last) + 14, at), svg("text", { x: x(last) + 24, y: at + 5 }, short(player.name))));
}

const short = (name) => (name.length > 8 ? `${name.slice(0, 7)}…` : name);
