// Asking the server: every change carries the token that only our own page knows.

import { listOf } from "../melds.js";
import { isTile, nameOf } from "../tiles.js";
import { and, known, t } from "../words.js";

const token = document.querySelector('meta[name="meldcam-token"]').content;
const PATIENCE = 15_000; // ms

/** The code of the game this page belongs to, or an empty text. */
export const code = document.querySelector('meta[name="meldcam-code"]').content;
/** Whether this device takes part already. */
export const taking = document.querySelector('meta[name="meldcam-code"]').dataset.known === "yes";

/** What did not go: `code` for programs, the message for people. */
export class Problem extends Error {
  constructor(code, text, status = 0, more = {}) {
    super(text);
    this.code = code;
    this.status = status;
    this.more = more; // what else the server said about it, such as the tiles concerned
  }
}

/** Ask and return the answer; raises a Problem. A Blob is sent as it is. */
export async function call(method, path, body) {
  const blob = body instanceof Blob;
  let reply;
  try {
    reply = await fetch(path, {
      method,
      headers: {
        "X-Meldcam-Token": token,
        ...(body === undefined ? {} : { "Content-Type": blob ? body.type || "application/octet-stream" : "application/json" }),
      },
      body: body === undefined || blob ? body : JSON.stringify(body),
      signal: blob ? undefined : AbortSignal.timeout(PATIENCE),
    });
  } catch {
    throw new Problem("offline", "");
  }
  if (reply.status === 204) return null;
  const told = await reply.json().catch(() => null);
  // An answer that was cut off is none: the server went away while it spoke.
  if (reply.ok && told === null) throw new Problem("offline", "");
  if (reply.ok) return told;
  throw new Problem(told?.error?.code ?? "internal", told?.error ? worded(told.error) : "", reply.status, told?.error);
}

// The server names tiles in notation; people read names in their language.
function worded({ code: why, text, tiles, faults }) {
  const concerned = [...new Set(listOf(tiles ?? faults?.[0]?.tiles))].filter(isTile);
  const key = `problem.${why.replaceAll("-", "_")}`;
  const packed = concerned.some((tile) => /[hdsc]$/.test(tile)) && known(`${key}.cards`) ? `${key}.cards` : key;
  // Its other sentences are in the visitor's language already; the engine's are in English.
  return known(packed) && (concerned.length || why.includes("_")) ? t(packed, { tiles: and(concerned.map(nameOf)) }) : text;
}
