import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blueprintOf } from '../../../local/sandbox/im/blueprint.ts';
import { type Cloud, faults } from '../../../local/sandbox/im/clouds.ts';
import { parseDocument } from '../../../local/sandbox/im/document.ts';
import { launch } from '../../../local/sandbox/im/launch.ts';
import { aggregate, machineState } from '../../../local/sandbox/im/states.ts';
import type { InfrastructureState } from '../../../src/domain/deployers/machines.ts';
import { cluster } from './templates.ts';

const system = blueprintOf(parseDocument(cluster())).wanted[0]?.system;

const order = fc.record({
  fault: fc.constantFrom(null, ...faults),
  bootSeconds: fc.integer({ min: 0, max: 100 }),
  machines: fc.integer({ min: 1, max: 6 }),
  mode: fc.constantFrom('sync' as const, 'async' as const),
  software: fc.boolean(),
});

type Order = typeof order extends fc.Arbitrary<infer T> ? T : never;

const launched = ({ fault, bootSeconds, machines, mode, software }: Order) => {
  if (!system) throw new Error('the template has no system');
  const cloud: Cloud = { id: 'sandbox-a', name: 'A', host: 'https://a.example:5000', fault, bootSeconds };
  const systems = Array.from({ length: machines }, () => system);
  return launch({ cloud, systems, firstId: 0, firstSerial: 0, now: 0, mode, software });
};

const rank: Partial<Record<InfrastructureState, number>> = {
  pending: 0,
  running: 1,
  configured: 2,
  unconfigured: 2,
  failed: 2,
};

describe('the life of any launch', () => {
  it('never goes back, and has ended when its time is up', () => {
    fc.assert(
      fc.property(order, (wish) => {
        const end = wish.bootSeconds * 10_000;
        for (const machine of launched(wish)) {
          const seen = Array.from({ length: 101 }, (_, i) => rank[machineState(machine, (end * i) / 100)] ?? -1);
          expect(seen).toEqual([...seen].sort());
          expect(seen.at(-1)).toBe(2);
        }
      }),
    );
  });
});

describe('the aggregate of any states', () => {
  const state = fc.constantFrom<InfrastructureState>(
    'pending',
    'running',
    'configured',
    'unconfigured',
    'stopped',
    'failed',
    'unknown',
  );

  it('is one of them, failed whenever one failed, pending before running', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 1 }), (states) => {
        const shown = aggregate(states);
        expect(states).toContain(shown);
        const strongest = (['failed', 'unknown', 'pending', 'running'] as const).find((one) => states.includes(one));
        if (strongest) expect(shown).toBe(strongest);
      }),
    );
  });
});
