/** @module-tag full */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DrawnNode, drawingOf } from '../../../ui/topology/cards.ts';
import { overlap } from '../../../ui/topology/geometry.ts';
import { fitting, type Layout, layoutOf, leastScaleInFull } from '../../../ui/topology/layout.ts';
import { sampled } from '../../support/sampled.ts';

const canvas = { width: 1000, height: 640 };

const compute = (name: string, needs: readonly string[] = [], count = 1): DrawnNode => ({
  name,
  type: 'tosca.nodes.Compute',
  kind: 'compute',
  count,
  facts: {},
  requirements: needs.map((node) => ({ name: 'dependency', node })),
});

const software = (name: string, host: string, needs: readonly string[] = []): DrawnNode => ({
  name,
  type: 'tosca.nodes.SoftwareComponent',
  kind: 'software',
  count: 1,
  facts: {},
  requirements: [{ name: 'host', node: host, as: 'host' }, ...needs.map((node) => ({ name: 'dependency', node }))],
});

const layout = (nodes: readonly DrawnNode[], counts: ReadonlyMap<string, number> = new Map()): Layout =>
  layoutOf(drawingOf(nodes), canvas, counts);

/** Machines of which each needs some before it, half of them with software. */
const topologies = fc
  .array(fc.record({ needs: fc.array(fc.nat(), { maxLength: 3 }), hosts: fc.boolean(), count: fc.nat(120) }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((machines) => {
    const nodes = machines.flatMap(({ needs, hosts }, index) => [
      compute(`machine_${index}`, index === 0 ? [] : needs.map((need) => `machine_${need % index}`)),
      ...(hosts ? [software(`software_${index}`, `machine_${index}`)] : []),
    ]);
    return { nodes, counts: new Map(machines.map(({ count }, index) => [`machine_${index}`, count])) };
  });

const pairs = <T>(items: readonly T[]): readonly (readonly [T, T])[] =>
  items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other] as const));

describe('the layout of a topology', () => {
  it('gives each card a place within the picture, and none stands on another', () => {
    fc.assert(
      fc.property(topologies, ({ nodes, counts }) => {
        const { cards, width, height } = layout(nodes, counts);
        expect([...cards.keys()].sort()).toEqual(
          drawingOf(nodes)
            .cards.map(({ name }) => name)
            .sort(),
        );
        expect(pairs([...cards.values()]).filter(([one, other]) => overlap(one, other))).toEqual([]);
        for (const box of cards.values()) {
          expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(-0.01);
          expect(box.x + box.width).toBeLessThanOrEqual(width + 0.01);
          expect(box.y + box.height).toBeLessThanOrEqual(height + 0.01);
        }
      }),
      { numRuns: sampled(10, 20) },
    );
  });

  it('is the same each time', () => {
    fc.assert(
      fc.property(topologies, ({ nodes, counts }) => {
        expect(layout(nodes, counts)).toEqual(layout(nodes, counts));
      }),
      { numRuns: sampled(2, 5) },
    );
  });

  it('begins and ends each line at the edge of what it joins', () => {
    fc.assert(
      fc.property(topologies, ({ nodes, counts }) => {
        const { cards, frames, lines } = layout(nodes, counts);
        const places = [...cards.values(), ...frames];
        for (const { points } of lines) {
          for (const end of [points.at(0), points.at(-1)]) {
            const touched = places.filter(
              ({ x, y, width, height }) =>
                end !== undefined &&
                end.x >= x - 1 &&
                end.x <= x + width + 1 &&
                end.y >= y - 1 &&
                end.y <= y + height + 1,
            );
            expect(touched).not.toEqual([]);
          }
        }
      }),
      { numRuns: sampled(4, 10) },
    );
  });

  it('needs no crossing where there need not be one', () => {
    const { lines } = layout([
      compute('front'),
      compute('database'),
      compute('gpu', ['front']),
      compute('worker', ['front']),
      compute('portal', ['front', 'database']),
    ]);
    const straight = lines.map(({ points }) => [points[0], points.at(-1)] as const);
    const crossing = pairs(straight).filter(([[a, b], [c, d]]) => {
      if (!a || !b || !c || !d) return true;
      return (a.x - c.x) * (b.x - d.x) < 0 && (a.y - c.y) * (b.y - d.y) < 0;
    });
    expect(lines).toHaveLength(4);
    expect(crossing).toEqual([]);
  });

  it('puts cards of the same kind into a grid with one line', () => {
    const workers = Array.from({ length: 12 }, (_, index) => compute(`worker_${index}`, ['front']));
    const { frames, lines } = layout([compute('front'), ...workers]);
    expect(frames.map(({ cards }) => cards.length)).toEqual([12]);
    expect(lines.map(({ sources, targets }) => [sources.length, targets])).toEqual([[12, ['front']]]);
  });

  it('fills the canvas with cards that nothing joins', () => {
    const alone = Array.from({ length: 300 }, (_, index) => compute(`server_${index}`));
    const { width, height } = layout(alone);
    expect(width / height).toBeGreaterThan(1);
    expect(width / height).toBeLessThan(2.4);
  });

  it('draws a card as one line above 80 nodes, or where it would be too small to read', () => {
    const of = (count: number) => Array.from({ length: count }, (_, index) => compute(`server_${index}`));
    const chain = of(30).map(({ name }, index) => compute(name, index === 0 ? [] : [`server_${index - 1}`]));
    expect(layout(of(6)).dense).toBe(false);
    expect(layout(of(81)).dense).toBe(true);
    expect(layout(chain).dense).toBe(true);
    const full = layout(of(6));
    expect(fitting(full, canvas)).toBeGreaterThanOrEqual(leastScaleInFull);
  });

  it('lays out 300 machines that need each other within two seconds of processor time', () => {
    const nodes = Array.from({ length: 300 }, (_, index) =>
      compute(
        `server_${index}`,
        index === 0 ? [] : [`server_${(index * 7919) % index}`, `server_${(index * 104729) % index}`],
      ),
    );
    const before = process.cpuUsage();
    const { cards } = layout(nodes);
    const { user, system } = process.cpuUsage(before);
    expect(cards.size).toBe(300);
    expect((user + system) / 1e6).toBeLessThan(2);
  });
});

describe('cards', () => {
  it('hold what they host, however deep', () => {
    const { cards, lines } = drawingOf([
      compute('server'),
      software('database', 'server'),
      software('schema', 'database'),
      software('portal', 'other', ['schema']),
      compute('other'),
    ]);
    expect(cards.map(({ name, hosted }) => [name, hosted.map((node) => node.name)])).toEqual([
      ['server', ['database', 'schema']],
      ['other', ['portal']],
    ]);
    expect(lines).toEqual([{ from: 'other', to: 'server', kind: 'needs' }]);
  });

  it('are attached to their storage', () => {
    const machine = {
      ...compute('server'),
      requirements: [{ name: 'local_storage', node: 'disk', as: 'attachment' as const }],
    };
    const disk = { ...compute('disk'), type: 'tosca.nodes.BlockStorage', kind: 'volume' };
    expect(drawingOf([machine, disk]).lines).toEqual([{ from: 'server', to: 'disk', kind: 'storage' }]);
  });

  it('can be drawn of a template with a circle of hosts, or with hosts that are not there', () => {
    const { cards } = drawingOf([software('one', 'other'), software('other', 'one'), software('lost', 'nowhere')]);
    expect(cards.map(({ name }) => name)).toEqual(['one', 'other', 'lost']);
  });
});
