/** A deployment, and the sweep of orphans beside it. */

import { vi } from 'vitest';
import type { PossibleOrphan } from '../../src/domain/deployments/record/possible-orphans.ts';
import { sweepOrphans } from '../../src/domain/orphans/sweep-orphans.ts';
import type { memoryOrphans } from '../domain/deployments/orphans.ts';
import { memoryWorld } from '../domain/deployments/world.ts';
import { minute } from './outage-world.ts';
import { type Scenario, scenario } from './scenario.ts';

vi.spyOn(console, 'log').mockReturnValue();

export const hour = 60 * minute;
export const day = 24 * hour;

/** A deployment, and the sweep that runs each minute. */
export const begin = async (changes: Parameters<typeof scenario>[1] = {}, world = memoryWorld()) => {
  const one = await scenario(world, changes);
  const report: string[] = [];
  const ports = {
    ...world,
    orphanReport: { destroyed: () => void report.push('destroyed'), left: () => void report.push('left') },
  };
  const sweep = sweepOrphans(ports);
  return {
    ...one,
    report,
    ports,
    sweep,
    watched: (): readonly PossibleOrphan[] => (world.orphans as ReturnType<typeof memoryOrphans>).all(),
    /** so much time, in which it runs as often as something may be due */
    pass: async (seconds: number, every = minute) => {
      for (let passed = 0; passed < seconds; passed += every) {
        world.clock.advance(every);
        await sweep();
      }
    },
  };
};

export type Subject = Awaited<ReturnType<typeof begin>>;

export const standing = ({ world }: Scenario): readonly string[] => world.clouds.standing.map(({ id }) => id);

/** As another installation, or a person, makes it with the same credentials. */
export const strangers = async ({ world }: Scenario, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await world.clouds.create('alpha', 'metadata: {}');
    Object.assign(world.clouds.made.at(-1) ?? {}, { name });
  }
};
