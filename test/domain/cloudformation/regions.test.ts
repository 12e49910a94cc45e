/** What a region lacks is never chosen there (src/domain/cloudformation/offers/regions.json). */

import { describe, expect, it } from 'vitest';
import { matchSize } from '../../../src/domain/cloudformation/offers/match-size.ts';
import regions from '../../../src/domain/cloudformation/offers/regions.json' with { type: 'json' };
import { lacksClass, lacksSize, regionsAsOf } from '../../../src/domain/cloudformation/offers/regions.ts';
import { sizes } from '../../../src/domain/cloudformation/offers/sizes.ts';
import { choiceOf, engineNames } from '../../../src/domain/cloudformation/services/database-choices.ts';
import { compute } from '../infrastructure-manager/requested.ts';

const demands = [1, 2, 4, 8, 16, 48, 96, 192].flatMap((num_cpus) =>
  [1, 8, 30, 60, 120, 250, 500, 1_000].flatMap((gib) =>
    [0, 1, 4].map((num_gpus) => ({ num_cpus, mem_size: `${gib} GiB`, num_gpus })),
  ),
);

describe.each(Object.keys(regions.machines))('in %s', (region) => {
  it('every machine gets a size that is there, or the reason names the region', () => {
    for (const host of demands) {
      for (const architecture of ['x86_64', 'arm64']) {
        const found = matchSize(host, architecture, { region });
        if ('name' in found) expect(lacksSize(region, found.name), `${found.name} ${JSON.stringify(host)}`).toBe(false);
        else if (!/none of the sizes here/.test(found.why)) expect(found.why).toContain(region);
      }
    }
  });

  it('every database gets a class that is there, or the reason names the region', () => {
    for (const engine of engineNames) {
      for (const { num_cpus, mem_size } of demands) {
        const system = compute('system', { capabilities: { host: { num_cpus, mem_size } } });
        const node = compute('db', { properties: { name: 'shop', engine } });
        const found = choiceOf(node, system, region);
        if ('size' in found) expect(lacksClass(region, engine, found.size), found.size).toBe(false);
        else expect(found.reasons.join()).toContain(region);
      }
    }
  });
});

describe('a region that lacks a size', () => {
  const machines: { readonly [region: string]: readonly string[] } = regions.machines;
  const lacking = Object.entries(machines).filter(([, families]) => families.includes('g6'));

  it('is one of many: GPUs of g6 are missing in more than a dozen', () => {
    expect(lacking.length).toBeGreaterThan(12);
    expect(regionsAsOf).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it.each(lacking)('%s gives what else fits, and refuses what is named', (region) => {
    const wanted = matchSize({ num_gpus: 1 }, undefined, { region });
    if ('name' in wanted) expect(wanted.name).toMatch(/^g5\./);
    else expect(wanted.why).toContain(region);
    expect(matchSize({ instance_type: 'g6.xlarge' }, undefined, { region })).toMatchObject({
      why: expect.stringContaining(region),
    });
  });

  it('is not one of which nothing is known', () => {
    for (const { name } of sizes) expect(lacksSize('xx-future-1', name)).toBe(false);
  });
});
