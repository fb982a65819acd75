// Quads on the photo: [[x, y] x 4], clockwise from the upper left corner of the upright tile.

export const centre = (quad) => [mean(quad, 0), mean(quad, 1)];
export const width = (quad) => (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / 2;
export const height = (quad) => (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / 2;
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The middle of the tile's upper edge, moved outwards by `share` of its width. */
export function above(quad, share) {
  const top = [(quad[0][0] + quad[1][0]) / 2, (quad[0][1] + quad[1][1]) / 2];
  const middle = centre(quad);
  const length = distance(top, middle) || 1;
  const step = (share * width(quad)) / length;
  return [top[0] + (top[0] - middle[0]) * step, top[1] + (top[1] - middle[1]) * step];
}

export function contains(quad, [x, y]) {
  let sign = 0;
  for (let at = 0; at < 4; at++) {
    const [ax, ay] = quad[at];
    const [bx, by] = quad[(at + 1) % 4];
    const turn = Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
    if (turn && sign && turn !== sign) return false;
    sign = turn || sign;
  }
  return true;
}

/** The rectangle [x, y, width, height] around all quads with room to tap, within the photo. */
export function crop(quads, [fullWidth, fullHeight]) {
  if (!quads.length) return [0, 0, fullWidth, fullHeight];
  const room = 0.9 * Math.max(...quads.map(height));
  const xs = quads.flat().map((point) => point[0]);
  const ys = quads.flat().map((point) => point[1]);
  const left = Math.max(0, Math.min(...xs) - room * 0.6);
  const top = Math.max(0, Math.min(...ys) - room);
  const right = Math.min(fullWidth, Math.max(...xs) + room * 0.6);
  const bottom = Math.min(fullHeight, Math.max(...ys) + room * 0.6);
  return [left, top, right - left, bottom - top];
}

/** The quad for a tile missed at `point`: as large and as turned as its nearest neighbour. */
export function copyTo(quad, point) {
  const [x, y] = centre(quad);
  return quad.map((corner) => [corner[0] - x + point[0], corner[1] - y + point[1]]);
}

/** The transform that shows a quad upright, one unit wide, around the origin. */
export function upright(quad) {
  const [x, y] = centre(quad);
  const angle = Math.atan2(quad[1][1] - quad[0][1], quad[1][0] - quad[0][0]);
  const scale = 1 / (width(quad) || 1);
  return `scale(${scale}) rotate(${(-angle * 180) / Math.PI}) translate(${-x} ${-y})`;
}

/** Where a tile missed at `point` belongs: beside which tile, before or after it. */
export function placeAt(point, groups, seen) {
  const located = groups.flatMap((group) => {
    const quads = group.filter((one) => seen[one.id]?.quad);
    return quads.map((one, at) => ({
      id: one.id,
      middle: centre(seen[one.id].quad),
      // The way the row runs here; a single tile's row runs along its own upper edge.
      way: quads.length > 1
        ? vector(seen[quads[Math.max(0, at - 1)].id], seen[quads[Math.min(quads.length - 1, at + 1)].id])
        : edge(seen[one.id].quad),
    }));
  });
  if (!located.length) return {};
  const nearest = located.reduce((best, one) =>
    (distance(one.middle, point) < distance(best.middle, point) ? one : best));
  const along = (point[0] - nearest.middle[0]) * nearest.way[0] + (point[1] - nearest.middle[1]) * nearest.way[1];
  return { id: nearest.id, after: along > 0 };
}

const mean = (quad, axis) => quad.reduce((sum, point) => sum + point[axis], 0) / 4;
const edge = (quad) => [quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]];

function vector(from, to) {
  const [a, b] = [centre(from.quad), centre(to.quad)];
  return [b[0] - a[0], b[1] - a[1]];
}
