import { beforeEach, describe, expect, it } from 'vitest';
import { always, prepared } from './changing-routes.ts';
import { call, type Sent } from './requests.ts';
import { id, sampleResource } from './samples.ts';
import { type Service, serviceForTests } from './service.ts';
import { move, moveList, stopMoves } from './under-test.ts';

const test = serviceForTests();

beforeEach(async () => {
  await prepared(test)('deployments/move');
  test.service.asked.length = 0;
});

const ask = (more: Sent = {}, ports: Partial<Service> = {}) =>
  call(move({ ...test.service, ...ports }), { as: 'olga', method: 'POST', path: { deployment_id: id(1) }, ...more });
const dryRun = (ports: Partial<Service> = {}) => ask({ query: { dryRun: 'true' } }, ports);
const found = () => test.service.deployments.find(id(1));

const setCheck = async (outage: object | undefined) => {
  const seen = await test.service.driftChecks.find(id(1));
  const check = { deploymentId: id(1), findings: [], ...(outage && { outage: outage as never }) };
  await test.service.driftChecks.replace(seen, check);
};

describe('POST /deployments/{deployment_id}/move', () => {
  it('starts the workflow of an update that brings no version, and stays where it is until that has moved it', async () => {
    const before = await found();
    expect(await ask({ body: { message: 'the region is away' } })).toMatchObject({ status: 202, body: '' });
    expect(test.service.asked).toEqual(['start UPDATE']);
    const after = await found();
    expect(after).toMatchObject({
      ...{ status: 'UPDATE_IN_PROGRESS', version: before?.version, inForce: before?.inForce },
      ...{ templateOf: before?.templateOf, providerId: 'first', infrastructureId: 'inf' },
      operation: {
        ...{ kind: 'UPDATE', message: 'the region is away' },
        moves: { from: { providerId: 'first', infrastructureId: 'inf', attempt: 1 } },
      },
    });
    expect(await test.service.files.getTemplate(id(1), after?.operation.id ?? '')).toContain('server');
    const { moves } = await test.service.moveStates.inProgress();
    expect(moves).toMatchObject([{ deploymentId: id(1), operationId: after?.operation.id }]);
  });

  it('says in a dry run where it would go, and not back to where it is', async () => {
    const { status, json } = await dryRun();
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ accepted: true, provider: 'first', outage: { seenAt: always } },
      creation: {
        candidates: [{ id: 'second' }],
        dropped: expect.arrayContaining([
          { id: 'first', name: 'First Cloud', reason: expect.stringMatching(/is gone/) },
        ]),
      },
    });
    expect(test.service.asked).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>, RegExp, Partial<Service>?]>([
    ['that the operators allow none', async () => {}, /allow no moves/, { moving: { afterMins: 60, atOnce: 0 } }],
    ['that the provider answers', () => setCheck(undefined), /last check does not say/],
    [
      'that another provider was away',
      () => setCheck({ providerId: 'second', since: always, seenAt: always }),
      /last check does not say/,
    ],
    [
      'that nobody has looked for long',
      () => setCheck({ providerId: 'first', since: always, seenAt: always }),
      /too long ago/,
      { clock: { now: () => new Date(Date.parse(always) + 16 * 60_000) } },
    ],
    [
      'that an operation came since the last look',
      () => setCheck({ providerId: 'first', since: '2020-01-01T00:00:00.000Z', seenAt: always }),
      /last check does not say/,
    ],
    [
      'that it is protected',
      async () => {
        const now = await found();
        if (now) await test.service.deployments.protect(now, true);
      },
      /is protected/,
    ],
  ])('refuses and says %s', async (_, prepare, reason, ports) => {
    await prepare();
    const message = expect.stringMatching(reason);
    expect(await ask({}, ports)).toMatchObject({ status: 409, json: { message } });
    expect(await dryRun(ports)).toMatchObject({ status: 200, json: { accepted: false, why: message } });
    expect(test.service.asked).toEqual([]);
  });

  it('loses no data: a volume refuses it', async () => {
    const volume = sampleResource({ state: 'STARTED' });
    const toscaTypes = ['tosca.nodes.BlockStorage', 'tosca.nodes.Root'];
    await test.service.resources.put([{ ...volume, id: id(101), toscaNodeName: 'disk', toscaTypes }]);
    expect(await ask()).toMatchObject({ status: 400, json: { message: expect.stringMatching(/the data of disk/) } });
    expect(await dryRun()).toMatchObject({ json: { accepted: false, why: expect.stringMatching(/the data of disk/) } });
    expect(test.service.asked).toEqual([]);
  });

  it('is stopped with all others by the switch, with its reason', async () => {
    const change = (body: object) => call(stopMoves(test.service), { as: 'ada', method: 'PUT', body });
    const list = async () => (await call(moveList(test.service), { as: 'ada' })).json;
    expect((await change({ stopped: true, reason: 'the network is mended' })).status).toBe(204);
    expect(await list()).toMatchObject({
      ...{ allowed: { afterMins: 60, atOnce: 1 }, stopped: { by: { subject: expect.any(String) } } },
    });
    expect(await ask()).toMatchObject({
      status: 409,
      json: { message: expect.stringMatching(/the network is mended/) },
    });
    expect((await change({ stopped: false })).status).toBe(204);
    expect(await list()).not.toHaveProperty('stopped');
    expect((await ask()).status).toBe(202);
  });

  it('waits for its turn', async () => {
    await ask();
    const { version } = await test.service.moveStates.inProgress();
    const other = { ...((await found()) ?? ({} as never)), id: id(77) };
    const deployments = {
      ...test.service.deployments,
      find: async (wanted: string) => (wanted === id(77) ? other : test.service.deployments.find(wanted)),
    };
    const slot = { deploymentId: id(77), operationId: other.operation.id, at: '2020-01-01T00:00:00.000Z' };
    await test.service.moveStates.replace(version, [slot]);
    await prepared(test)('deployments/move');
    expect(await ask({}, { deployments })).toMatchObject({
      status: 409,
      json: { message: expect.stringMatching(/at most 1/) },
    });
    // one whose operation has ended gives way
    const ended = { ...other, status: 'UPDATE_COMPLETE' as const };
    const later = { ...deployments, find: async (wanted: string) => (wanted === id(77) ? ended : found()) };
    expect((await ask({}, { deployments: later })).status).toBe(202);
  });
});
