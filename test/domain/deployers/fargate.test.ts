/** The sizes of Fargate against the SDK that is pinned: a release that knows more sizes fails here. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fargateSizes, isFargateSize, largestOfFargate } from '../../../src/domain/deployers/fargate.ts';

const model = new URL('../../../node_modules/@aws-sdk/client-batch/dist-types/models/models_0.d.ts', import.meta.url);

/** `value = a, b, or c` of one type of ResourceRequirement, and what goes with it. */
const rowsOf = (text: string, other: 'VCPU' | 'MEMORY') =>
  [...text.matchAll(/<dt>value = ([\d., or]+)<\/dt>\s*<dd>\s*<p>\s*<code>(VCPU|MEMORY)<\/code> = ([\d., or\s]+)/g)]
    .filter(([, , named]) => named === other)
    .map(([, values = '', , others = '']) => [numbersIn(values), numbersIn(others)] as const);

const numbersIn = (text: string): readonly number[] => [...text.matchAll(/\d[\d.]*/g)].map(([one]) => Number(one));

const documentation = readFileSync(model, 'utf8').replaceAll(/\n\s*\*/g, '\n');

describe('the sizes of Fargate', () => {
  it('are those that the SDK for AWS Batch lists by the number of vCPUs', () => {
    const listed = rowsOf(documentation, 'MEMORY').map(([[cpus], memories]) => [cpus, memories]);
    expect(listed.length).toBeGreaterThan(7);
    expect(listed).toEqual(fargateSizes.map(([cpus, memories]) => [cpus, memories]));
  });

  it('are those that it lists by memory', () => {
    const pairs = rowsOf(documentation, 'VCPU').flatMap(([memories, all]) =>
      memories.flatMap((memory) => all.map((cpus) => ({ cpus, memory }))),
    );
    expect(pairs.length).toBeGreaterThan(60);
    expect(pairs.filter((one) => !isFargateSize(one))).toEqual([]);
  });

  it('end with the one that messages name', () => {
    const [cpus, memories] = fargateSizes.at(-1) ?? [0, []];
    expect(largestOfFargate).toBe(`${cpus} vCPUs and ${memories.at(-1)} MiB`);
  });
});
