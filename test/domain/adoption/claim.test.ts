import { expect, it } from 'vitest';
import { claim, claimAll, holderOf, releaseAll } from '../../../src/domain/adoption/claim.ts';
import type { Claims } from '../../../src/domain/deployments/record/claims.ts';
import { accepted, memoryWorld } from '../deployments/world.ts';

const two = async () => {
  const world = memoryWorld();
  return { world, one: (await accepted(world)).id, other: (await accepted(world)).id };
};

it('is taken by one of two, and by the same one again', async () => {
  const { world, one, other } = await two();
  expect(await claim(world, 'machine a', { holder: one })).toBeUndefined();
  expect(await claim(world, 'machine a', { holder: one })).toBeUndefined();
  expect(await claim(world, 'machine a', { holder: other })).toMatchObject({ thing: 'machine a', holder: one });
});

it('belongs to one of two that take it at once', async () => {
  const { world, one, other } = await two();
  const taken = await Promise.all([one, other].map((holder) => claim(world, 'machine a', { holder })));
  expect(taken.filter((each) => each === undefined)).toHaveLength(1);
});

it('is free again when its deployment is gone, whatever process left it', async () => {
  const { world, one } = await two();
  await claim(world, 'machine a', { holder: 'gone' });
  expect(await holderOf(world, 'machine a')).toBeUndefined();
  expect(await claim(world, 'machine a', { holder: one })).toBeUndefined();
  expect(await holderOf(world, 'machine a')).toEqual({ thing: 'machine a', holder: one });
});

it('counts until its instant where it has one, and for a deployment without one only', async () => {
  const { world, one } = await two();
  const until = new Date(world.clock.now().getTime() + 60_000).toISOString();
  await claim(world, 'machine a', { holder: 'orphans', until });
  expect(await claim(world, 'machine a', { holder: one })).toEqual({ thing: 'machine a', holder: 'orphans', until });
  world.clock.advance(60);
  expect(await claim(world, 'machine a', { holder: one })).toBeUndefined();
});

it('is released by its holder only', async () => {
  const { world, one, other } = await two();
  const many = Array.from({ length: 20 }, (_, index) => `machine ${index}`);
  expect(await claimAll(world, many, { holder: one })).toBeUndefined();
  await releaseAll(world, many, other);
  expect(await holderOf(world, 'machine 19')).toMatchObject({ holder: one });
  await releaseAll(world, many, one);
  expect(world.claims).toMatchObject({ held: new Map() });
});

it('tells who has one of many', async () => {
  const { world, one, other } = await two();
  await claim(world, 'machine b', { holder: other });
  const taken = await claimAll(world, ['machine a', 'machine b'], { holder: one });
  expect(taken).toMatchObject({ thing: 'machine b', holder: other });
});

it('is given up where others change it without end', async () => {
  const { world, one } = await two();
  let written = 0;
  const claims: Claims = {
    find: async () => undefined,
    replace: async () => {
      written += 1;
      return false;
    },
  };
  expect(await claim({ ...world, claims }, 'machine a', { holder: one })).toMatchObject({ holder: 'others' });
  expect(written).toBe(5);
});
