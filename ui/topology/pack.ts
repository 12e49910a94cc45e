import { around, type Box, type Point, type Size } from './geometry.ts';

const gap = 56;

/**
 * Puts boxes beside and below each other, so that all of them fill an area of the wanted shape. Large ones come first.
 * @param aspect width by height
 */
export function pack(sizes: readonly Size[], aspect: number): readonly Point[] {
  const order = sizes.map((size, index) => ({ ...size, index })).sort((one, other) => other.height - one.height);
  let best: { readonly places: readonly Point[]; readonly scale: number } | undefined;
  for (const width of widths(sizes)) {
    const places = shelves(order, width);
    const whole = around(boxesOf(sizes, places));
    const scale = Math.min(aspect / whole.width, 1 / whole.height);
    if (best === undefined || scale > best.scale) best = { places, scale };
  }
  return best?.places ?? [];
}

const boxesOf = (sizes: readonly Size[], places: readonly Point[]): readonly Box[] =>
  sizes.map((size, index) => ({ ...size, ...(places[index] ?? { x: 0, y: 0 }) }));

/** From the widest box up to all in one row. */
function widths(sizes: readonly Size[]): readonly number[] {
  const least = Math.max(0, ...sizes.map(({ width }) => width));
  const most = sizes.reduce((sum, { width }) => sum + width + gap, 0);
  return Array.from({ length: 24 }, (_, step) => least + ((most - least) * step) / 23);
}

function shelves(order: readonly (Size & { readonly index: number })[], width: number): readonly Point[] {
  const places: Point[] = [];
  let x = 0;
  let y = 0;
  let tallest = 0;
  for (const box of order) {
    if (x > 0 && x + box.width > width) {
      x = 0;
      y += tallest + gap;
      tallest = 0;
    }
    places[box.index] = { x, y };
    x += box.width + gap;
    tallest = Math.max(tallest, box.height);
  }
  return places;
}
