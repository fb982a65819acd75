// What a photo taught: corrected tiles are offered to be remembered for the set.

import { announce, h, icon } from "./dom.js";
import { choose, ours } from "./ours.js";
import { photoOf } from "./photos.js";
import { call } from "./table/api.js";
import { t } from "./words.js";

/** Offer to remember a corrected photo; nothing where there is nothing to learn. */
export function rememberView(part) {
  if (part.purpose === "set" || !part.size || part.unsure.length) return null;
  if (part.shown.remembered) return h("p", { class: "remember hint" }, icon("check"), " ", t("sets.remembered"));
  const set = ours(part.pack);
  // A set that another phone taught is changed there.
  if (!part.corrected.length || (set && !set.mine)) return null;
  const problem = h("span", { role: "alert" });
  return h("p", { class: "remember" }, h("button", {
    type: "button", class: "button is-quiet", "data-key": `remember-${part.key}`,
    onclick: async (event) => {
      const button = event.currentTarget;
      button.disabled = true;
      try {
        const taught = await learn(part, set ? { set: set.id } : { name: t("sets.example") });
        if (!set) choose(taught);
        part.show({ remembered: true });
        announce(t("sets.remembered"));
      } catch (trouble) {
        if (!("code" in trouble)) throw trouble;
        problem.textContent = trouble.message || t("answer.offline");
        button.disabled = false;
      }
    },
  }, icon("star"), set ? t("sets.remember", { name: set.name }) : t("sets.rememberNew")), problem);
}

/** Teach the tiles of a part as its photo shows them; resolves to the set. */
export async function learn(part, where) {
  const blob = await photoOf(part.key);
  return call("POST", "/api/sets", {
    ...where, pack: part.pack, photo: await base64(blob),
    tiles: part.tiles.map((one) => one.tile).join(" "),
    quads: part.tiles.map((one) => part.seen[one.id]?.quad ?? null),
  });
}

async function base64(blob) {
  if (!blob) return "";
  const reader = new FileReader();
  await new Promise((done, failed) => {
    reader.onload = done;
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });
  return reader.result.slice(reader.result.indexOf(",") + 1);
}
