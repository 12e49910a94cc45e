/** POST /deployments?adopt=…: what stands becomes a deployment's own, for those whose it is. docs/decisions/0083. */

import { beforeEach, describe, expect, it } from 'vitest';
import { policy } from '../../src/adapters/infrastructure-manager/policy.ts';
import type { Adopter, FoundInfrastructure } from '../../src/domain/adoption/ports.ts';
import type { InspectedMachine } from '../../src/domain/deployers/inspection.ts';
import { ProviderFailedError, ProviderUnavailableError } from '../../src/foundation/errors.ts';
import { call, type Sent } from './requests.ts';
import { id, sampleDeployment, serverTemplate } from './samples.ts';
import { serviceForTests } from './service.ts';
import { create } from './under-test.ts';

const test = serviceForTests();
const infrastructureId = '4f1d0000-7d0c-11f0-8000-0242ac110002';
const adopt = `first/${infrastructureId}`;

const server: InspectedMachine = { id: '0', node: 'server', state: 'configured', values: {}, cloudId: 'OpenStack a 1' };

/** What stands, and what was asked about it. */
const standing = (found: Partial<FoundInfrastructure> | undefined = {}, also: Partial<Adopter> = {}) => {
  const asked: string[] = [];
  const inspection = { is: 'read', machines: [server] } as const;
  const adopter: Adopter = {
    policy,
    notComparable: ['ports'],
    find: async (infrastructure, token) => {
      asked.push(`find ${infrastructure} for ${await token?.()}`);
      return found && { isCallers: true, inspection, ...found };
    },
    own: async (infrastructure, token) => void asked.push(`own ${infrastructure} for ${await token?.()}`),
    ...also,
  };
  return { asked, service: { ...test.service, adopterOf: async () => adopter } };
};

const post = (service: ReturnType<typeof standing>['service'], more: Sent = {}) =>
  call(create(service), { as: 'olga', method: 'POST', body: { template: serverTemplate }, query: { adopt }, ...more });

const storedNow = async () =>
  (await test.service.deployments.list({ of: 'all' }, { page: 0, size: 100, sort: 'createdAt', direction: 'desc' }))
    .content;

beforeEach(async () => {
  for (const { id: found, operation } of await storedNow()) await test.service.deployments.remove(found, operation.id);
});

describe('what the caller owns', () => {
  it('is adopted by a deployment like any other, and the service is an owner of it before', async () => {
    const { service, asked } = standing();
    const answer = await post(service);
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ status: 'CREATE_IN_PROGRESS' });
    const [made] = await storedNow();
    expect(made?.operation).toMatchObject({ kind: 'CREATE', adopts: { providerId: 'first', infrastructureId } });
    expect(asked).toEqual([`find ${infrastructureId} for olga`, `own ${infrastructureId} for olga`]);
    const page = { page: 0, size: 1, sort: 'createdAt', direction: 'asc' } as const;
    expect((await test.service.timeline.list(made?.id ?? '', page)).content).toMatchObject([
      { message: `the adoption of infrastructure ${infrastructureId} was accepted` },
    ]);
  });

  it('is compared in a dry run, which changes nothing', async () => {
    const { service, asked } = standing();
    const before = await test.snapshot();
    const answer = await post(service, { query: { adopt, dryRun: 'true' } });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      candidates: [{ id: 'first' }],
      adoption: { provider: 'first', physicalId: infrastructureId, fits: true, findings: [], notComparable: ['ports'] },
    });
    expect(asked).toEqual([`find ${infrastructureId} for olga`]);
    expect(await test.snapshot()).toBe(before);
  });

  it('is refused with every difference where the template does not describe it', async () => {
    const two = [
      { ...server, state: 'failed' as const },
      { ...server, id: '1', node: 'other' },
    ];
    const { service, asked } = standing({ inspection: { is: 'read', machines: two } });
    const shown = await post(service, { query: { adopt, dryRun: 'true' } });
    expect(shown.json).toMatchObject({
      adoption: {
        fits: false,
        findings: [
          { node: 'server', part: '0', is: 'changed', property: 'state', old: 'configured', new: 'failed' },
          { node: 'other', part: '1', is: 'unknown' },
        ],
      },
    });
    const refused = await post(service);
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({
      message: expect.stringMatching(
        /what stands is not what the template describes[\s\S]*server \(machine 0\)[\s\S]*other/,
      ),
    });
    expect(asked.filter((one) => one.startsWith('own'))).toEqual([]);
    expect(await storedNow()).toEqual([]);
  });

  it('is adopted once, however often a request with one key is sent', async () => {
    const { service } = standing();
    const headers = { 'Idempotency-Key': 'adopt-once' };
    const [first, second] = [await post(service, { headers }), await post(service, { headers })];
    expect(second.json).toEqual(first.json);
    expect(await storedNow()).toHaveLength(1);
    const other = await post(service, { headers, query: { adopt: `${adopt}0` } });
    expect(other.status).toBe(409);
  });

  it('leaves no token of the caller anywhere', async () => {
    const token = 'secret-token-of-the-caller';
    const { service } = standing();
    const callers = { identify: () => test.service.callers.identify('Bearer olga') };
    const answer = await post({ ...service, callers }, { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(201);
    expect(await test.snapshot()).not.toContain(token);
  });
});

describe('a stack', () => {
  const stack = 'arn:aws:cloudformation:eu-west-1:111111111111:stack/toscanini-x-1/1';
  const service = () =>
    standing(
      {
        ...{ id: stack, isCallers: false, name: `toscanini-${id(9)}-1` },
        inspection: { is: 'read', machines: [{ ...server, resourceId: id(42) }] },
      },
      { isInstallations: true, policy: { ...policy, comparesByItself: true } },
    ).service;

  it('is adopted by an administrator under its own id, with the ids that its machines were made for', async () => {
    expect((await post(service())).status).toBe(403);
    expect((await post(service(), { as: 'ada' })).status).toBe(201);
    const [made] = await storedNow();
    expect(made?.operation.adopts).toEqual({ providerId: 'first', infrastructureId: stack });
    const [resource] = await test.service.resources.all(made?.id ?? '');
    expect(resource).toMatchObject({ toscaNodeName: 'server', id: id(42) });
  });
});

describe('what is not theirs', () => {
  it.each([
    ['unknown to the provider', undefined],
    ['of the service alone', { isCallers: false }],
    [
      'of the service alone, with the name of a deployment that nobody knows',
      { isCallers: false, name: `toscanini-${id(9)}-1` },
    ],
  ])('is refused with the same words: %s', async (_, found) => {
    const { service } = standing(found);
    if (found === undefined)
      Object.assign(service, {
        adopterOf: async () => ({ ...(await standing().service.adopterOf()), find: async () => undefined }),
      });
    for (const query of [{ adopt }, { adopt, dryRun: 'true' }]) {
      const answer = await post(service, { query });
      expect(answer.status).toBe(403);
      expect(answer.json).toMatchObject({
        message: `provider first lists no infrastructure ${infrastructureId} for your own token: only its owner can have it adopted, or who had the deployment that was removed by force`,
      });
    }
    expect(await storedNow()).toEqual([]);
  });

  it('is refused even to an administrator', async () => {
    expect((await post(standing({ isCallers: false }).service, { as: 'ada' })).status).toBe(403);
  });

  it('is refused while a deployment has it: by its name, by its own claim, or by one of its machines', async () => {
    const alive = sampleDeployment({ id: id(7) });
    await test.service.deployments.accept(alive);
    const named = await post(standing({ name: `toscanini-${id(7)}-1` }).service);
    expect(named.status).toBe(409);
    expect(named.json).toMatchObject({
      message: `infrastructure ${infrastructureId} belongs to deployment ${id(7)} already`,
    });
    for (const thing of [`infrastructure ${infrastructureId}`, 'machine OpenStack a 1']) {
      await test.service.claims.replace(thing, undefined, { holder: id(7) });
      const taken = await post(standing().service);
      expect(taken.status).toBe(409);
      expect(taken.json).toMatchObject({ message: `${thing} belongs to deployment ${id(7)} already` });
      await test.service.claims.replace(thing, { holder: id(7) }, undefined);
    }
    expect((await post(standing().service)).status).toBe(201);
  });
});

describe('what a forced deletion left', () => {
  const kept = async () => {
    const { infrastructureId: _, ...one } = sampleDeployment({ id: id(8), providerId: 'first' });
    await test.service.ended.keep({ ...one, ended: { at: new Date().toISOString(), forced: true } });
  };

  it('is adopted again by who had it, or by an administrator, and by nobody else', async () => {
    await kept();
    const { service } = standing({ isCallers: false, name: `toscanini-${id(8)}-1` });
    expect((await post(service, { as: 'otto' })).status).toBe(403);
    expect((await post(service, { as: 'olga' })).status).toBe(201);
    expect((await post(service, { as: 'ada', query: { adopt, dryRun: 'true' } })).status).toBe(200);
  });
});

describe('a request that cannot be', () => {
  it.each([
    ['first', 400, /adopt must be <provider>\/<infrastructure>/],
    ['first/a b', 400, /adopt must be/],
    [`none/${infrastructureId}`, 400, /there is no provider "none"/],
  ])('is refused: adopt=%s', async (text, status, message) => {
    const answer = await post(standing().service, { query: { adopt: text } });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ message: expect.stringMatching(message) });
  });

  it('is refused where nothing can be adopted', async () => {
    const answer = await post({ ...standing().service, adopterOf: async () => undefined } as never);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ message: expect.stringContaining('cannot be adopted') });
  });

  it('is refused at a provider that the caller may not use', async () => {
    const answer = await post(standing().service, { query: { adopt: `physics/${infrastructureId}` } });
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({
      message: expect.stringContaining('provider physics cannot run this template'),
    });
  });

  it.each([
    [new ProviderUnavailableError('no answer'), 503],
    [new ProviderFailedError('it was made from RADL'), 409],
  ])('says what its provider says: %s', async (error, status) => {
    const find = () => Promise.reject(error);
    const answer = await post(standing({}, { find }).service);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ message: expect.stringContaining(error.message) });
    const own = () => Promise.reject(error);
    expect((await post(standing({}, { own }).service)).status).toBe(status);
    expect(await storedNow()).toEqual([]);
  });
});
