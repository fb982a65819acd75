// A photo's way to the server: made smaller where that loses nothing, sent, followed.

const LONG_SIDE = 2600; // pixels; the networks look at less
const QUALITY = 0.9;
const LARGEST = 60 * 1024 * 1024; // bytes, as on the server
const SILENCE = 60_000; // ms without a word from the server

/** A failure with a code that the page has words for. */
export class Trouble extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Return an upright JPEG of at most LONG_SIDE; the server helps where the browser cannot (HEIC). */
export async function shrink(file) {
  check(file);
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return convert(file);
  }
  const scale = Math.min(1, LONG_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  return blob ?? file;
}

async function convert(file) {
  let reply;
  try {
    reply = await fetch("/api/upright", { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });
    if (reply.ok) return await reply.blob();
  } catch {
    throw new Trouble("server-gone");
  }
  const { error } = await reply.json().catch(() => ({}));
  throw new Trouble(error?.code ?? "internal");
}

function check(file) {
  if (file.size === 0) throw new Trouble("empty");
  if (file.size > LARGEST) throw new Trouble("upload-too-big");
}

/** Send a photo; `onStage(stage, detail)` is told how far it is. Resolves to the reading. */
export function read(blob, { onStage, signal, pack = "tiles", copies = 2, set = null, lesson = false }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch cannot tell how much was uploaded
    let seen = 0;
    let timer;
    let outcome = null;
    const listen = () => {
      clearTimeout(timer);
      timer = setTimeout(() => { reject(new Trouble("server-slow")); request.abort(); }, SILENCE);
    };
    const lines = () => {
      const end = request.responseText.lastIndexOf("\n") + 1;
      const fresh = request.responseText.slice(seen, end).split("\n").filter(Boolean);
      seen = Math.max(seen, end);
      for (const line of fresh) {
        const event = JSON.parse(line);
        if (event.stage) onStage(event.stage, event);
        else outcome = event;
      }
    };
    const finish = () => {
      clearTimeout(timer);
      try {
        if (request.status === 200) lines();
        else outcome = JSON.parse(request.responseText);
      } catch {
        outcome = null;
      }
      if (outcome?.reading?.error) reject(new Trouble(outcome.reading.error.code));
      else if (outcome?.reading) resolve(outcome.reading);
      else if (outcome?.error) reject(new Trouble(outcome.error.code));
      else reject(new Trouble(request.status === 413 ? "upload-too-big" : "server-gone"));
    };
    request.upload.onprogress = (event) => {
      listen();
      if (event.lengthComputable) onStage("upload", { share: event.loaded / event.total });
    };
    request.onprogress = () => {
      listen();
      if (request.status === 200) lines();
    };
    request.onload = finish;
    request.onerror = () => { clearTimeout(timer); reject(new Trouble("server-gone")); };
    request.onabort = () => { clearTimeout(timer); reject(new Trouble("cancelled")); };
    signal.addEventListener("abort", () => request.abort());
    listen();
    const how = lesson ? `/api/sets/look?pack=${pack}` : `/api/read?pack=${pack}&copies=${copies}`;
    request.open("POST", set && !lesson ? `${how}&set=${set}` : how);
    request.setRequestHeader("Content-Type", blob.type || "application/octet-stream");
    request.send(blob);
  });
}
