// What to play: the verdict, the melds or the steps, what stays, and what to throw.

import { sign } from "./boardview.js";
import { h, icon } from "./dom.js";
import { listOf, meldView } from "./melds.js";
import { notice } from "./notice.js";
import { nameOf, tileView } from "./tiles.js";
import { and, t } from "./words.js";

const MOST_THROWS = 3;

/** Show an answer to `advise`; `position` is { opened, say, throws } (an answer to `discard`, or null). */
export function adviceView(answer, position) {
  if (!answer.feasible) return notice(position.say("advice.badTable"));
  return [verdict(answer, position), play(answer, position), keep(answer, position), throwView(position.throws, position)];
}

/** Show whether there is something to play, and no more than that. */
export const nudgeView = ({ something }) =>
  (something ? sign("yes", "check", t("mine.something")) : sign("no", "close", t("mine.nothing")));

/** Show the tiles to look at, not what to do with them. */
export const pointView = (reply) =>
  (reply.something ? [sign("yes", "check", t("mine.look")), meldView(reply.tiles)] : nudgeView(reply));

function verdict(answer, { opened, say }) {
  const { placed, opening_best: best, opening_needed: needed } = answer;
  if (!opened && !answer.opens) {
    return sign("no", "close", t("advice.notOpen"), best ? say("advice.short", { best, needed }) : say("advice.noMeld"));
  }
  if (!placed) return sign("no", "close", t("advice.nothing"), say("advice.draw"));
  if (answer.out) return sign("yes", "check", t("advice.out"), t("advice.outText"));
  if (!opened) {
    return sign("yes", "check", say("advice.open", { n: placed }), t("advice.opening", { best, needed }));
  }
  return sign("yes", "check", say("advice.play", { n: placed }), t("advice.worth", { n: answer.placed_worth }));
}

// From the rack alone every step is "lay this": the melds say it all.
function play(answer, position) {
  if (!answer.placed) return null;
  const simple = answer.steps.every((step) => step.code === "lay");
  return simple ? newMelds(answer) : [stepList(answer), tableAfter(answer), unproven(answer, position)];
}

const unproven = (answer, { say }) => (answer.proven ? null : h("p", { class: "hint" }, say("advice.unproven")));

function newMelds(answer) {
  const fresh = answer.melds.filter((meld) => meld.state === "new");
  return h("section", {}, h("h3", {}, t("advice.melds", { n: fresh.length })),
    h("div", { class: "melds" }, fresh.map((meld) => h("figure", { class: "worth" },
      meldView(meld.meld, { stands: meld.stands }),
      h("figcaption", {}, t("points", { n: meld.worth }))))));
}

function stepList(answer) {
  return h("section", {}, h("h3", {}, t("advice.steps")),
    h("ol", { class: "steps" }, answer.steps.map((step) => h("li", {},
      h("p", {}, t(`step.${step.code}`, { tiles: and(listOf(step.tiles).map(nameOf)) })),
      h("div", { class: "melds" },
        step.from ? meldView(step.from, { moved: step.code === "move" ? step.tiles : "", label: t("step.from") }) : null,
        step.code === "move" ? null : target(answer, step))))));
}

function target(answer, step) {
  const meld = answer.melds[step.to_index] ?? answer.melds.find((one) => one.meld === step.to);
  return [
    step.from ? icon("right") : null,
    meldView(step.to, { stands: meld?.stands, fresh: step.tiles === step.to ? "" : step.tiles, label: t("step.becomes") }),
  ];
}

function tableAfter(answer) {
  return h("section", {}, h("h3", {}, t("advice.after")),
    h("div", { class: "felt melds" }, answer.melds.map((meld) =>
      meldView(meld.meld, { stands: meld.stands, fresh: meld.rack }))));
}

function keep(answer, { say }) {
  const tiles = listOf(answer.keep);
  if (answer.out || !tiles.length) return null;
  return h("section", {}, h("h3", {}, say("advice.keep"), h("small", {}, say("tiles", { n: tiles.length }))), meldView(tiles));
}

/** Show the best to throw first, with how many unseen tiles would help afterwards. */
export function throwView(throws, { say }) {
  if (!throws?.candidates?.length) return null;
  return h("section", {}, h("h3", {}, t("advice.throw")),
    h("p", { class: "hint" }, say("advice.throw.why")),
    h("ol", { class: "throws" }, throws.candidates.slice(0, MOST_THROWS).map(({ tile, outs, worth }) => h("li", {},
      tileView(tile), h("span", {}, h("strong", {}, nameOf(tile)), h("small", {}, `${say("advice.outs", { n: outs })} · ${t("points", { n: worth })}`))))));
}
