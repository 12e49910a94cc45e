import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centredOn, fitted, showing, startOf, viewOf, zoomed } from '../../../ui/topology/camera.ts';
import type { Box } from '../../../ui/topology/geometry.ts';
import { pathOf } from '../../../ui/topology/path.ts';
import { next } from '../../../ui/topology/steps.ts';

const canvas = { width: 1000, height: 600 };

const sizes = fc.record({ width: fc.integer({ min: 1, max: 20_000 }), height: fc.integer({ min: 1, max: 20_000 }) });

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1;

describe('the camera', () => {
  it('fits every picture that is not much larger than the canvas', () => {
    fc.assert(
      fc.property(
        fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 6_000 }) }),
        (picture) => isWithin({ x: 0, y: 0, ...picture }, viewOf(fitted(picture, canvas), canvas)),
      ),
    );
  });

  it('leaves the legend and the buttons below the whole picture uncovered', () => {
    for (const picture of [
      { width: 700, height: 5_000 },
      { width: 300, height: 200 },
      { width: 640, height: 600 },
    ]) {
      const { scale, y } = fitted(picture, canvas);
      expect(y + picture.height * scale).toBeLessThanOrEqual(canvas.height - 60);
      expect(y).toBeGreaterThanOrEqual(28);
    }
  });

  it('keeps what is under the pointer there when it zooms', () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 1000 }), y: fc.integer({ min: 0, max: 600 }) });
    fc.assert(
      fc.property(sizes, point, fc.double({ min: 0.2, max: 5, noNaN: true }), (picture, at, factor) => {
        const before = fitted(picture, canvas);
        const after = zoomed(before, factor, at);
        const under = { x: (at.x - before.x) / before.scale, y: (at.y - before.y) / before.scale };
        expect(under.x * after.scale + after.x).toBeCloseTo(at.x, 4);
        expect(under.y * after.scale + after.y).toBeCloseTo(at.y, 4);
      }),
    );
  });

  it('brings a card in sight, and does not move for one that is', () => {
    const places = fc.record({ x: fc.integer({ min: 0, max: 4_000 }), y: fc.integer({ min: 0, max: 4_000 }) });
    fc.assert(
      fc.property(places, (place) => {
        const box = { ...place, width: 264, height: 120 };
        const start = { x: 0, y: 0, scale: 1 };
        const moved = showing(start, box, canvas);
        expect(isWithin(box, viewOf(moved, canvas))).toBe(true);
        expect(showing(moved, box, canvas)).toBe(moved);
      }),
    );
  });

  it('starts with everything that can be read, else with the card that matters', () => {
    expect(startOf({ width: 900, height: 500 }, canvas, undefined)).toEqual(
      fitted({ width: 900, height: 500 }, canvas),
    );
    const picture = { width: 6_000, height: 6_000 };
    const failed = { x: 5_000, y: 5_900, width: 176, height: 36 };
    const start = startOf(picture, canvas, failed);
    expect(isWithin(failed, viewOf(start, canvas))).toBe(true);
    expect(start.scale).toBeGreaterThan(0.8);
    // the canvas is not empty below the last card
    expect(viewOf(start, canvas).y + viewOf(start, canvas).height).toBeLessThan(6_100);
  });

  it('centres on a box', () => {
    const camera = centredOn({ x: 100, y: 100, width: 200, height: 100 }, canvas, 2);
    expect([200 * camera.scale + camera.x, 150 * camera.scale + camera.y]).toEqual([500, 300]);
  });
});

describe('arrow keys', () => {
  const cards = new Map<string, Box>(
    Object.entries({ a: [0, 0], b: [300, 0], c: [0, 200], d: [300, 210] }).map(([name, [x = 0, y = 0]]) => [
      name,
      { x, y, width: 200, height: 100 },
    ]),
  );

  it('lead to the nearest card in their direction, and nowhere at the edge', () => {
    expect(next('a', 'right', cards, [])).toBe('b');
    expect(next('a', 'down', cards, [])).toBe('c');
    expect(next('d', 'left', cards, [])).toBe('c');
    expect(next('a', 'up', cards, [])).toBeUndefined();
  });

  it('rather follow a line', () => {
    const line = { from: 'a', to: 'd', kind: 'needs' as const, sources: ['a'], targets: ['d'], points: [] };
    const near = new Map([...cards, ['c', { x: 140, y: 200, width: 200, height: 100 }] as const]);
    expect(next('a', 'down', near, [])).toBe('c');
    expect(next('a', 'down', near, [line])).toBe('d');
  });

  it('reach every card from every card', () => {
    const directions = ['up', 'down', 'left', 'right'] as const;
    const reached = new Set(['a']);
    for (const name of reached) {
      for (const direction of directions) {
        const found = next(name, direction, cards, []);
        if (found !== undefined) reached.add(found);
      }
    }
    expect([...reached].sort()).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('a line', () => {
  it('leaves and arrives straight', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 50, y: 100 },
    ];
    expect(pathOf(points, 'down')).toBe('M0 0C0 50 50 50 50 100');
    expect(pathOf(points, 'right')).toBe('M0 0C25 0 25 100 50 100');
    expect(pathOf([], 'down')).toBe('');
  });
});
