import { beforeAll, describe, expect, it } from 'vitest';
import { call, type Name } from './requests.ts';
import { id, sampleDeployment } from './samples.ts';
import { serviceForTests } from './service.ts';
import { ranking } from './under-test.ts';

const test = serviceForTests();

const secrets = { secretInputs: ['pin'], parameters: { pin: 'hunter2hunter2' } };

beforeAll(async () => {
  const { deployments, files } = test.service;
  const deletion = { id: id(901), kind: 'DELETE', acceptedAt: sampleDeployment().createdAt } as const;
  await deployments.accept(sampleDeployment({ ...secrets, userGroup: 'physics', operation: deletion }));
  await deployments.accept(sampleDeployment({ id: id(2) }));
  await files.putRanking(id(1), id(900), {
    candidates: [
      {
        id: 'second',
        name: 'Second Cloud',
        edits: [{ node: 'a', path: ['b'], value: 'c' }],
        score: 'priority 2',
        blueprint: 'x',
      },
      { id: 'first', name: 'First Cloud', edits: [] },
    ],
    dropped: [{ id: 'third', name: 'Third Cloud', reason: 'no image hunter2hunter2' }],
    ...{ notes: ['monitoring did not answer'], outputs: [] },
  });
});

const ask = async (as: Name, deployment_id = id(1)) =>
  (await call(ranking(test.service), { as, path: { deployment_id } })).json;

describe('GET /deployments/{deployment_id}/ranking', () => {
  it('has the providers in their order and why others are not tried, also while a later operation runs', async () => {
    expect(await ask('olga')).toEqual({
      operation: id(900),
      candidates: [
        { id: 'second', name: 'Second Cloud', score: 'priority 2' },
        { id: 'first', name: 'First Cloud' },
      ],
      dropped: [{ id: 'third', name: 'Third Cloud', reason: 'no image hunter2hunter2' }],
      notes: ['monitoring did not answer'],
    });
  });

  it('hides secrets from the group', async () => {
    expect(await ask('mia')).toMatchObject({ dropped: [{ reason: 'no image ********' }] });
  });

  it('is empty until the providers are ranked', async () => {
    expect(await ask('olga', id(2))).toEqual({ candidates: [], dropped: [], notes: [] });
  });
});
