import { expect, it } from 'vitest';
import { call } from './requests.ts';
import { serviceForTests } from './service.ts';
import { dependencyList } from './under-test.ts';

const test = serviceForTests();
const since = '2026-11-29T10:00:00.000Z';

it('lists what was kept of the dependencies, in their order, and nothing before the first check', async () => {
  const list = async () => (await call(dependencyList(test.service), { as: 'ada' })).json['dependencies'];
  expect(await list()).toEqual([]);
  const states = [
    { name: 'slam', state: 'away', since, reason: 'SLAM did not answer' },
    { name: 'cmdb', state: 'answers', since },
  ] as const;
  await test.service.dependencyStates.replace(states);
  expect(await list()).toEqual(states);
  await test.service.dependencyStates.replace(states.slice(1));
  expect(await list()).toEqual(states.slice(1));
});

it('asks no dependency, and shows nothing to others than administrators', async () => {
  expect((await call(dependencyList(test.service), { as: 'olga' })).status).toBe(403);
});
