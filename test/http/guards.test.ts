/**
 * What each status of a deployment allows (docs/contract/silent-points.md, "Update", "Delete", "Reset" and "Action"), and
 * in which order requests are judged.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { type Status, statuses } from '../../src/domain/deployments/record/deployment.ts';
import { call, type Sent } from './requests.ts';
import { id, sampleDeployment, sampleResource, serverTemplate } from './samples.ts';
import { serviceForTests } from './service.ts';
import { act, extrainfo, get, log, remove, reset, resource, resources, template, update } from './under-test.ts';

const test = serviceForTests();
const lasting = statuses.filter((status) => status !== 'DELETE_COMPLETE');
const complete: readonly Status[] = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'];

const inStatus = async (status: Status) => {
  const { deployments, resources: store, attempts, files } = test.service;
  const left = await deployments.find(id(1));
  if (left) await deployments.remove(id(1), left.operation.id);
  const deployment = sampleDeployment({ status, infrastructureId: 'inf', providerId: 'first', userGroup: 'physics' });
  await files.putTemplate(deployment.id, deployment.templateOf, serverTemplate);
  await deployments.accept(deployment);
  await attempts.findOrCreate({
    deploymentId: deployment.id,
    operationId: deployment.operation.id,
    number: 1,
    providerId: 'first',
    state: 'COMPLETE',
    infrastructureId: 'inf',
    startedAt: deployment.createdAt,
    deadline: deployment.createdAt,
    last: true,
    logged: {},
  });
  await store.put([sampleResource()]);
  test.service.asked.length = 0;
};

const of = (more: Sent = {}): Sent => ({ as: 'olga', path: { deployment_id: id(1), resource_id: id(100) }, ...more });
const changes = {
  PUT: () => call(update(test.service), of({ method: 'PUT', body: { template: serverTemplate } })),
  DELETE: () => call(remove(test.service), of({ method: 'DELETE' })),
  PATCH: () => call(reset(test.service), of({ method: 'PATCH', body: { status: 'DELETE_FAILED' } })),
  action: () => call(act(test.service), of({ method: 'POST', body: { type: 'stop' } })),
};
const allowed: { readonly [C in keyof typeof changes]: readonly [number, readonly Status[], Status | undefined] } = {
  PUT: [202, complete, 'UPDATE_IN_PROGRESS'],
  DELETE: [204, lasting.filter((status) => status !== 'DELETE_IN_PROGRESS'), 'DELETE_IN_PROGRESS'],
  PATCH: [204, ['DELETE_IN_PROGRESS'], 'DELETE_FAILED'],
  action: [202, complete, undefined],
};
const rows = (Object.keys(changes) as (keyof typeof changes)[]).flatMap((change) =>
  lasting.map((status) => [change, status] as const),
);

describe('a deployment', () => {
  it.each(rows)('asked for %s in %s does what it may, or says what it is', async (change, status) => {
    await inStatus(status);
    const [code, from, to] = allowed[change];
    const answer = await changes[change]();
    const now = (await test.service.deployments.find(id(1)))?.status;
    if (from.includes(status)) {
      expect([answer.status, answer.body, now]).toEqual([code, '', to ?? status]);
      return;
    }
    expect([answer.status, now, test.service.asked]).toEqual([409, status, []]);
    expect(answer.json).toMatchObject({ code: 409, title: 'Conflict', message: expect.stringContaining(status) });
  });

  it.each(lasting.filter((status) => status.endsWith('_IN_PROGRESS') && status !== 'DELETE_IN_PROGRESS'))(
    'that is deleted in %s has what is at work on it stopped first',
    async (status) => {
      await inStatus(status);
      await changes.DELETE();
      expect(test.service.asked).toEqual([expect.stringMatching(/^stop /), 'start DELETE']);
    },
  );

  it.each(lasting)('in %s says why only when it has failed', async (status) => {
    await inStatus(status);
    await test.service.deployments.record(id(1), sampleDeployment().operation.id, { statusReason: 'quota exceeded' });
    const { json } = await call(get(test.service), of());
    expect(json['statusReason']).toBe(status.endsWith('_FAILED') ? 'quota exceeded' : undefined);
  });
});

/** Of each route: what it asks for, and who of the group may have it. */
const routes = [
  ['GET', get, 200],
  ['GET template', template, 200],
  ['GET resources', resources, 200],
  ['GET resource', resource, 200],
  ['GET log', log, 403],
  ['GET extrainfo', extrainfo, 403],
  ['PUT', update, 403],
  ['PATCH', reset, 403],
  ['DELETE', remove, 403],
  ['action', act, 403],
] as const;

describe('a request', () => {
  beforeEach(() => inStatus('CREATE_IN_PROGRESS'));
  const wrong = { body: '{', query: { size: 'x' } };

  it.each(routes)('with everything wrong is judged in the documented order: %s', async (name, route, member) => {
    const status = async (more: Sent) => (await call(route(test.service), of({ ...wrong, ...more }))).status;
    const nowhere = { deployment_id: id(999), resource_id: id(100) };
    expect(await status({ as: undefined, path: nowhere })).toBe(401);
    expect(await status({ path: nowhere })).toBe(404);
    expect(await status({ as: 'otto' })).toBe(404);
    if (member === 403) expect(await status({ as: 'mia' })).toBe(403);
    const hasBody = ['PUT', 'PATCH', 'action'].includes(name);
    if (hasBody) expect(await status({})).toBe(400);
  });

  it.each(routes)(
    'that is right is answered to a member of the group as far as the group may: %s',
    async (name, route, member) => {
      await test.service.files.putTemplate(id(1), id(900), serverTemplate);
      const { status } = await call(route(test.service), of({ as: 'mia', body: {} }));
      expect(status, name).toBe(member);
    },
  );
});
