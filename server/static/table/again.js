// After a game: another one with the same people, or the game deleted for good.

import { call } from "./api.js";
import { doing, sure } from "./forms.js";
import { me, pathOf } from "./game.js";
import { t } from "../words.js";

/** A button that starts the same game with the same people, and leads there. */
export const againButton = () => doing("again", t("again.start"), async () => {
  location.href = `/games/${(await call("POST", pathOf("/again"))).code}`;
}, { symbol: "plus" });

/** What becomes of the game, for who plays in it. */
export const afterwards = () => (me() ? [againButton(), doing("delete", t("again.delete"), async () => {
  if (!await sure(t("again.delete.sure"), t("again.delete"))) return;
  await call("DELETE", pathOf(""));
  location.href = "/games";
}, { symbol: "bin", quiet: true })] : null);
