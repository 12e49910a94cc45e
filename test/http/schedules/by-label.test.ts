import { beforeAll, expect, it } from 'vitest';
import { call } from '../requests.ts';
import { id, sampleDeployment } from '../samples.ts';
import { serviceForTests } from '../service.ts';
import { schedules } from '../under-test.ts';

const test = serviceForTests();
const { list } = schedules;

const listing = (as: 'olga' | 'mia', query: Record<string, string>) => call(list.route(test.service), { as, query });
const listed = async (as: 'olga' | 'mia', query: Record<string, string>) =>
  (await listing(as, query)).json.content?.map(({ uuid }) => uuid);

beforeAll(async () => {
  const all: readonly Record<string, string>[] = [{ team: 'a', stage: 'test' }, { team: 'b' }];
  for (const [index, labels] of all.entries()) {
    const at = `2026-11-20T15:33:1${index}.345Z`;
    await test.service.schedules.create(
      {
        ...{ id: id(index), createdAt: at, updatedAt: at, createdBy: sampleDeployment().createdBy },
        ...{ reader: { isAdministrator: false }, status: 'RUNNING', userGroup: 'physics', labels },
        ...{ fileExpression: 'incoming:x', replicationExpression: 'tier<2', numberOfReplicas: 1, parameters: {} },
        limits: sampleDeployment().limits,
      },
      [],
    );
  }
});

it.each([
  ['team', [1, 0]],
  ['team=a', [0]],
  ['team=a,stage', [0]],
  ['team=b,stage', []],
])('lists schedules with %s, of oneself and of a group', async (label, shown) => {
  const ids = shown.map((number) => id(number));
  expect(await listed('olga', { label })).toEqual(ids);
  expect(await listed('mia', { label, userGroup: 'physics' })).toEqual(ids);
});

it('refuses what is no condition', async () => {
  expect((await listing('olga', { label: ',' })).status).toBe(400);
});
