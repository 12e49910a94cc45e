export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Its place is its upper left corner. */
export interface Box extends Point, Size {}

export const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

export const around = (boxes: readonly Box[]): Box => {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
};

export const turned = ({ x, y }: Point): Point => ({ x: y, y: x });

export const turnedSize = ({ width, height }: Size): Size => ({ width: height, height: width });

export const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

const side = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** True when they cross; not when they only touch, as lines of one card do. */
const cross = (a: Point, b: Point, c: Point, d: Point): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

/** How often the lines cross each other; each is a chain of points. */
export function crossings(chains: readonly (readonly Point[])[]): number {
  const segments = chains.flatMap((chain, line) =>
    chain.slice(1).map((to, index) => ({ line, from: chain[index] ?? to, to })),
  );
  segments.sort((one, other) => top(one) - top(other));
  let count = 0;
  for (const [index, one] of segments.entries()) {
    const bottom = Math.max(one.from.y, one.to.y);
    for (let at = index + 1; at < segments.length; at += 1) {
      const other = segments[at];
      if (other === undefined || top(other) >= bottom) break;
      if (other.line !== one.line && cross(one.from, one.to, other.from, other.to)) count += 1;
    }
  }
  return count;
}

const top = ({ from, to }: { readonly from: Point; readonly to: Point }): number => Math.min(from.y, to.y);
