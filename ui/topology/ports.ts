import { type Box, centre, type Point } from './geometry.ts';
import type { DrawnLine, Placed } from './layers.ts';

/** How much of a side its lines use. */
const share = 0.6;
/** in pixels; further apart they look as if they belonged to different cards */
const furthest = 44;

/** Spreads the ends of lines along the side of a block, in the order of where they go. Layers go down. */
export function withPorts({ boxes, lines }: Placed): Placed {
  const starts = portsOf(lines, boxes, { end: 'from', next: (line) => line.points[1], edge: bottom });
  const ends = portsOf(lines, boxes, { end: 'to', next: (line) => line.points.at(-2), edge: top });
  return {
    boxes,
    lines: lines.map((line, index) => {
      const [from, to] = [starts.get(index), ends.get(index)];
      if (from === undefined || to === undefined) return line;
      return { ...line, points: [from, ...line.points.slice(1, -1).flatMap((bend) => beside(bend, boxes)), to] };
    }),
  };
}

const bottom = ({ y, height }: Box): number => y + height;
const top = ({ y }: Box): number => y;

interface Side {
  readonly end: 'from' | 'to';
  readonly next: (line: DrawnLine) => Point | undefined;
  readonly edge: (box: Box) => number;
}

function portsOf(
  lines: readonly DrawnLine[],
  boxes: ReadonlyMap<string, Box>,
  { end, next, edge }: Side,
): ReadonlyMap<number, Point> {
  const ports = new Map<number, Point>();
  for (const [name, box] of boxes) {
    const middle = centre(box).x;
    const own = [...lines.entries()]
      .filter(([, line]) => line[end] === name)
      .map(([index, line]) => ({ index, towards: aim(line, next(line), boxes, end) }))
      .sort((one, other) => one.towards - other.towards || one.index - other.index);
    const step = own.length > 1 ? Math.min(furthest, (box.width * share) / (own.length - 1)) : 0;
    for (const [place, { index }] of own.entries()) {
      ports.set(index, { x: middle + (place - (own.length - 1) / 2) * step, y: edge(box) });
    }
  }
  return ports;
}

/** Where the line goes next: to a bend, or to the block at its other end. */
function aim(line: DrawnLine, next: Point | undefined, boxes: ReadonlyMap<string, Box>, end: Side['end']): number {
  if (line.points.length > 2 && next) return next.x;
  const other = boxes.get(end === 'from' ? line.to : line.from);
  return other ? centre(other).x : 0;
}

/** A line goes straight past the layer of blocks that it passes, so that it cuts no corner. */
function beside(bend: Point, boxes: ReadonlyMap<string, Box>): readonly Point[] {
  const layer = [...boxes.values()].filter((box) => Math.abs(centre(box).y - bend.y) < 1);
  const half = Math.max(0, ...layer.map(({ height }) => height / 2));
  return half === 0
    ? [bend]
    : [
        { x: bend.x, y: bend.y - half },
        { x: bend.x, y: bend.y + half },
      ];
}
