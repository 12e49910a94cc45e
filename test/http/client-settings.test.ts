/**
 * docs/contract/clients.md, "What follows for the service", lines 14 and 15: what a setting shows, and how fast a creation
 * is answered.
 */

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
  await deployments.accept(
    sampleDeployment({ providerId: 'recas', provider: facts, infrastructureId, userGroup: 'physics' }),
  );
  await deployments.accept(sampleDeployment({ id: id(2), status: 'CREATE_IN_PROGRESS' }));
});

const asked = (createdByEverywhere: boolean, wire: Wire) => send({ ...test.service, createdByEverywhere }, wire);
const body = JSON.stringify({ template: serverTemplate, parameters: {} });
const creation: Wire = { method: 'POST', target: '/deployments/', body, headers: dashboard };
const list: Wire = { target: '/deployments?createdBy=me&userGroup=physics', headers: dashboard };
const facts = { type: 'OPENSTACK', region: 'north', endpoint: 'https://keystone.example:5000' };

describe('14. what the original service showed beside the interface', () => {
  it('is where a deployment stands, always: for the dashboard’s list, and for orchent depshow', async () => {
    const one = `/deployments/${id(1)}`;
    const listed = (await asked(false, list)).json.content;
    const single = (await asked(false, { target: one, headers: dashboard })).json;
    expect(listed).toHaveLength(1);
    for (const shown of [listed[0], single]) {
      expect(shown).toMatchObject({
        physicalId: infrastructureId,
        cloudProviderName: 'recas',
        cloudProviderEndpoint: { deploymentType: 'OPENSTACK', iaasType: 'OPENSTACK', region: 'north' },
      });
    }
  });

  it('is an endpoint that is an object before there is one: orpy deployment list and show read it', async () => {
    const { json } = await asked(false, { target: `/deployments/${id(2)}`, headers: orpy });
    expect(json['cloudProviderEndpoint']).toEqual({});
    expect(json.links).toBeInstanceOf(Array);
  });

  it('is who made it in every answer, and the group even when there is none, where the configuration says so', async () => {
    const { json } = await asked(true, creation);
    expect(json).toMatchObject({ createdBy: { issuer: people.olga.issuer, subject: 'olga' }, userGroup: '' });
    for (const name of ['uuid', 'creationTime', 'updateTime', 'status', 'outputs', 'task', 'links'])
      expect(json).toHaveProperty(name);
    const read = (await asked(true, { target: `/deployments/${id(1)}`, headers: orpy })).json;
    expect(read['createdBy']).toBeTypeOf('object');
  });

  it('is not who made it otherwise, since the interface keeps that out of create and single get', async () => {
    const created = (await asked(false, creation)).json;
    const read = (await asked(false, { target: `/deployments/${id(1)}`, headers: dashboard })).json;
    for (const shown of [created, read]) expect(shown).not.toHaveProperty('createdBy');
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
