import type { Point } from './geometry.ts';
import type { Layout } from './layout.ts';

/** A smooth SVG path that leaves and arrives straight. */
export function pathOf(points: readonly Point[], direction: Layout['direction']): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let before = first;
  const parts = [`M${at(first)}`];
  for (const point of rest) {
    parts.push(`C${bends(before, point, direction).map(at).join(' ')} ${at(point)}`);
    before = point;
  }
  return parts.join('');
}

const bends = (from: Point, to: Point, direction: Layout['direction']): readonly Point[] => {
  if (direction === 'down') {
    const middle = (to.y - from.y) / 2;
    return [
      { x: from.x, y: from.y + middle },
      { x: to.x, y: to.y - middle },
    ];
  }
  const middle = (to.x - from.x) / 2;
  return [
    { x: from.x + middle, y: from.y },
    { x: to.x - middle, y: to.y },
  ];
};

const at = ({ x, y }: Point): string => `${tenths(x)} ${tenths(y)}`;

const tenths = (value: number): number => Math.round(value * 10) / 10;
