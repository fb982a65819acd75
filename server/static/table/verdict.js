// A verdict everyone can follow: a board or a turn, drawn the same on phones and the shared screen.

import { code } from "./api.js";
import { game, nameAt, tp } from "./game.js";
import { signed } from "./standing.js";
import { distance, meldsView, priceView, sign } from "../boardview.js";
import { h, icon, svg } from "../dom.js";
import { crop } from "../geometry.js";
import { listOf, meldView } from "../melds.js";
import { nameOf, tileView } from "../tiles.js";
import { and, known, t } from "../words.js";

/** Show what everybody looks at. */
export const shownView = (shown) => (shown.kind === "board" ? boardView(shown) : turnView(shown));

const answerOf = (good) => (good ? ["yes", "check"] : ["no", "close"]);

function boardView(shown) {
  const { verdict } = shown;
  const name = nameAt(shown.seat);
  return h("article", { class: "shown answer" },
    sign(...answerOf(verdict.closed), t(verdict.closed ? "board.closed" : "board.open", { name }),
      verdict.closed ? t("board.pays", { category: t(`category.${verdict.category}`), price: signed(verdict.pays) })
        : distance(verdict)),
    meldsView(verdict, t(verdict.closed ? "close.melds" : "board.melds")),
    photo(shown, faults(shown)),
    verdict.closed && verdict.free ? h("section", { class: "is-free" }, h("h3", {}, t("close.throw")), h("div", { class: "meld" }, tileView(verdict.free))) : null,
    verdict.loose ? h("section", { class: "is-loose" }, h("h3", {}, t("board.loose")), meldView(verdict.loose)) : null,
    verdict.closed ? priceView(verdict) : null);
}

function turnView(shown) {
  const { verdict } = shown;
  const placed = listOf(verdict.placed_tiles);
  return h("article", { class: "shown answer" },
    sign(...answerOf(verdict.valid), t(verdict.valid ? "turn.legal" : "turn.illegal", { name: nameAt(shown.seat) }),
      verdict.valid ? tp("turn.placed", { n: verdict.placed }) : t("turn.faults", { n: verdict.faults.length })),
    verdict.faults.length ? h("ul", { class: "faults" }, verdict.faults.map((fault) => h("li", {},
      h("p", {}, icon("warn"), h("span", {}, faultText(fault))), fault.tiles ? meldView(fault.tiles) : null))) : null,
    h("section", { class: "is-melds" }, h("h3", {}, t("turn.after")),
      h("div", { class: "felt melds" }, tableOf(shown.after, placed))),
    photo(shown, faults(shown)));
}

// The new tiles are marked once each, however many melds there are.
function tableOf(after, placed) {
  const left = [...placed];
  return after.split("|").map((text) => {
    const fresh = listOf(text.trim()).filter((tile) => {
      const at = left.indexOf(tile);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return meldView(text.trim(), { fresh });
  });
}

function faultText(fault) {
  const key = `fault.${fault.code}`;
  return known(key) ? t(key, { ...fault, tiles: and(listOf(fault.tiles).map(nameOf)) }) : fault.text;
}

// Which tiles of the photo are at fault: those in no meld, or those a fault names.
function faults({ kind, verdict }) {
  if (kind === "board") return verdict.closed ? [] : listOf(verdict.loose);
  return verdict.faults.flatMap((fault) => listOf(fault.tiles));
}

function photo(shown, wrong) {
  const { seen } = shown;
  if (!seen) return null;
  const tiles = listOf((shown.tiles ?? shown.after).replaceAll("|", " "));
  const [width, height] = seen.size;
  const left = [...wrong];
  const box = crop(seen.quads.filter(Boolean), seen.size);
  return svg("svg", { class: "photo", viewBox: box.join(" "), role: "img", "aria-label": t("photo.label", { n: tiles.length }) },
    seen.photo === null ? svg("rect", { class: "photo-blank", width, height })
      : svg("image", { href: `/api/games/${code}/photos/${seen.photo}`, width, height }),
    seen.quads.map((quad, at) => {
      if (!quad) return null;
      const place = left.indexOf(tiles[at]);
      if (place >= 0) left.splice(place, 1);
      const corners = quad.map((point) => point.join(",")).join(" ");
      return svg("g", { class: place >= 0 ? "is-fault" : "" },
        svg("polygon", { class: "outline", points: corners, "vector-effect": "non-scaling-stroke" }),
        place >= 0 ? cross(quad) : null);
    }));
}

// A cross as well as a colour.
const cross = ([a, b, c, d]) => svg("path", {
  class: "fault-cross", "vector-effect": "non-scaling-stroke", d: `M${a.join(" ")}L${c.join(" ")}M${b.join(" ")}L${d.join(" ")}`,
});

/** Name the game's state for a screen reader when something is shown. */
export const shownTitle = () => {
  const { shown } = game.now;
  if (!shown) return "";
  const name = nameAt(shown.seat);
  if (shown.kind === "board") return t(shown.verdict.closed ? "board.closed" : "board.open", { name });
  return t(shown.verdict.valid ? "turn.legal" : "turn.illegal", { name });
};
