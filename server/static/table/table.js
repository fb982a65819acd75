// The table on a player's phone: which scene is shown, and what leads from one to the next.

import { code } from "./api.js";
import { boardScene } from "./board.js";
import { bookScene } from "./book.js";
import { follow, game, me, onChange, refresh } from "./game.js";
import { homeBar, homeScene } from "./home.js";
import { forgetHandover, inviteScene } from "./invite.js";
import { mineScene } from "./mine.js";
import { overScene } from "./over.js";
import { roundScene } from "./round.js";
import { turnScene } from "./turn.js";
import { takeOver, whoScene } from "./who.js";
import { announce, byId, h, icon, show } from "../dom.js";
import { t } from "../words.js";

// Hash -> what is shown. A scene that is being filled in keeps its own state and is left alone.
const SCENES = { over: overScene, board: boardScene, turn: turnScene, book: bookScene, invite: inviteScene, mine: mineScene, who: whoScene };

const main = byId("main");
const bar = byId("bar");
let shown = "";
let pressed = false; // a finger is down: what it is about to tap must stay where it is
let late = false;

function scene() {
  const [name, number] = location.hash.slice(1).split("-");
  if (name === "round") return () => roundScene(Number(number), draw);
  if (SCENES[name]) return () => SCENES[name](draw);
  return () => homeScene(draw);
}

function draw() {
  if (pressed) {
    late = true;
    return;
  }
  const moved = shown !== location.hash;
  shown = location.hash;
  if (game.gone) {
    show(main, h("div", { class: "lonely" }, h("h1", {}, "meldcam"), h("p", {}, game.gone), h("p", {}, h("a", { class: "button is-primary", href: "/games" }, t("evening.mine")))));
    show(bar);
    return;
  }
  if (!game.now) {
    show(main, h("p", { class: "hint", role: "status" }, t(game.online ? "answer.thinking" : "evening.offline")));
    return;
  }
  const asks = !me() && !location.hash.startsWith("#book") && !location.hash.startsWith("#round");
  if (asks) leave();
  place(offline(), asks ? whoScene(draw) : scene()());
  show(bar, asks || location.hash ? back() : homeBar());
  if (moved) {
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
    announce(main.querySelector("h1")?.textContent ?? "");
  }
}

// A scene that keeps its own nodes is left alone: the cursor and the keyboard stay in it.
function place(...content) {
  const fresh = content.flat(Infinity).filter(Boolean);
  const same = fresh.length === main.childNodes.length && fresh.every((node, at) => node === main.childNodes[at]);
  if (!same) show(main, fresh);
}

function release() {
  pressed = false;
  // After the click that belongs to it.
  if (late) setTimeout(() => { late = false; draw(); });
}

// Who is nobody any more, because another device plays on, begins anew.
function leave() {
  forgetHandover();
  if (location.hash && location.hash !== "#who") history.replaceState(null, "", location.pathname);
}

const offline = () => (game.online ? null
  : h("p", { class: "notice", role: "status" }, icon("warn"), h("span", {}, t("evening.offline"))));

const back = () => (location.hash ? h("a", { class: "button", href: "#", "data-key": "back" }, icon("left"), t("evening.back")) : null);

function head() {
  byId("top").append(
    h("a", { class: "button is-quiet code-chip", href: "#invite", "aria-label": t("invite.open", { code }) }, icon("plus"), code),
    h("a", { class: "round", href: "#book", "aria-label": t("book.title") }, icon("book")));
}

head();
window.addEventListener("pointerdown", () => { pressed = true; }, true);
for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, release, true);
onChange(draw);
window.addEventListener("hashchange", () => (location.hash.startsWith("#take=") ? start() : draw()));
draw();
await start();

async function start() {
  if (location.hash.startsWith("#take=")) await takeOver(location.hash.slice(6));
  if (game.now) await refresh();
  else await follow();
}
