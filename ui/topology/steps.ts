import { type Box, centre } from './geometry.ts';
import type { LaidLine } from './layout.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

const along: Readonly<Record<Direction, readonly [number, number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** The card that an arrow key leads to: the nearest in that direction, and of those rather one that a line joins. */
export function next(
  from: string,
  direction: Direction,
  cards: ReadonlyMap<string, Box>,
  lines: readonly LaidLine[],
): string | undefined {
  const start = cards.get(from);
  if (start === undefined) return cards.keys().next().value;
  const joined = new Set(
    lines.flatMap(({ sources, targets }) => (sources.includes(from) ? targets : targets.includes(from) ? sources : [])),
  );
  let nearest: { readonly name: string; readonly distance: number } | undefined;
  for (const [name, box] of cards) {
    const distance = distanceTo(start, box, direction) * (joined.has(name) ? 0.5 : 1);
    if (name !== from && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { name, distance };
  }
  return nearest?.name;
}

/** What lies aside counts double; infinite: it does not lie in that direction. */
function distanceTo(start: Box, box: Box, direction: Direction): number {
  const [x, y] = along[direction];
  const [a, b] = [centre(start), centre(box)];
  const ahead = (b.x - a.x) * x + (b.y - a.y) * y;
  const aside = Math.abs((b.x - a.x) * y) + Math.abs((b.y - a.y) * x);
  return ahead > 1 ? ahead + 2 * aside : Number.POSITIVE_INFINITY;
}
