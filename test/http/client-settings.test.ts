/** clients.md 1.5, lines 14 and 15: what a setting shows, and how fast a creation is answered. */

import { beforeAll, describe, expect, it } from 'vitest';
import { people } from './requests.ts';
import { id, sampleDeployment, serverTemplate } from './samples.ts';
import { serviceForTests } from './service.ts';
import { send, type Wire } from './wire.ts';

const test = serviceForTests();
const dashboard = { Accept: '*/*', 'Content-Type': 'application/json', Authorization: 'bearer olga' };
const orpy = { 'User-Agent': 'orpy-orpy/1.0.4', Accept: 'application/json', Authorization: 'Bearerolga' };
const infrastructureId = 'c0ffee00-1111-11ee-8888-0242ac110002';

beforeAll(async () => {
  const { deployments } = test.service;
  await deployments.accept(sampleDeployment({ providerId: 'recas', infrastructureId, userGroup: 'physics' }));
  await deployments.accept(sampleDeployment({ id: id(2), status: 'CREATE_IN_PROGRESS' }));
});

const asked = (createdByInDetails: boolean, wire: Wire) => send({ ...test.service, createdByInDetails }, wire);
const body = JSON.stringify({ template: serverTemplate, parameters: {} });
const creation: Wire = { method: 'POST', target: '/deployments/', body, headers: dashboard };
const list: Wire = { target: '/deployments?createdBy=me&userGroup=physics', headers: dashboard };
const original = ['physicalId', 'cloudProviderName', 'cloudProviderEndpoint'] as const;

describe('14. what the original service showed beside the interface, where the configuration says so', () => {
  it('is who made it, for the dashboard’s creation, and the group even when there is none', async () => {
    const { json } = await asked(true, creation);
    expect(json).toMatchObject({ createdBy: { issuer: people.olga.issuer, subject: 'olga' }, userGroup: '' });
    for (const name of ['uuid', 'creationTime', 'updateTime', 'status', 'outputs', 'task', 'links'])
      expect(json).toHaveProperty(name);
  });

  it('is where it stands, for the dashboard’s list', async () => {
    const { json } = await asked(true, list);
    expect(json.content).toHaveLength(1);
    expect(json.content[0]).toMatchObject({
      physicalId: infrastructureId,
      cloudProviderName: 'recas',
      cloudProviderEndpoint: { cpComputeServiceId: 'recas' },
    });
  });

  it.each([1, 2])('is an endpoint that is an object, and a creator, for orpy deployment show (%i)', async (n) => {
    const { json } = await asked(true, { target: `/deployments/${id(n)}`, headers: orpy });
    expect(json['cloudProviderEndpoint']).toBeTypeOf('object');
    expect(json['createdBy']).toBeTypeOf('object');
    expect(json.links).toBeInstanceOf(Array);
  });

  it('is not shown otherwise, since A4C takes no members but those of the interface', async () => {
    const created = (await asked(false, creation)).json;
    const read = (await asked(false, { target: `/deployments/${id(1)}`, headers: dashboard })).json;
    const [listed] = (await asked(false, list)).json.content;
    for (const shown of [created, read])
      for (const name of ['createdBy', ...original]) expect(shown).not.toHaveProperty(name);
    for (const name of original) expect(listed).not.toHaveProperty(name);
  });
});

describe('15. a creation', () => {
  /** lib/service-stack.ts ends a function after 28 s, and the gateway waits for 29; here little is left of that */
  it('is answered half a second before its function is ended, whatever does not answer behind it', async () => {
    const hangs = { ...test.service.files, putTemplate: () => new Promise<void>(() => undefined) };
    const remaining = { getRemainingTimeInMillis: () => 600 };
    const began = performance.now();
    const answer = await send({ ...test.service, files: hangs }, creation, remaining);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(answer).toMatchObject({ status: 503, json: { code: 503, message: expect.stringContaining('again') } });
  });

  it('asks no provider before it is answered', async () => {
    const never = () => Promise.reject(new Error('asked a provider'));
    const providers = { get: never, rank: never };
    expect((await send({ ...test.service, providers }, creation)).status).toBe(201);
  });
});
