import { beforeAll, describe, expect, it } from 'vitest';
import { removeRecords } from '../../src/domain/deployments/deleting/remove-deployment.ts';
import { call, type Name } from './requests.ts';
import { id, sampleDeployment, serverTemplate } from './samples.ts';
import { serviceForTests } from './service.ts';
import { create, events, extrainfo, get, list, log, remove, template } from './under-test.ts';

const test = serviceForTests();
const ended = { ended: 'true' };
const secret = 'Tr0ub4dor-and-3';

const deployment = sampleDeployment({
  userGroup: 'physics',
  status: 'DELETE_IN_PROGRESS',
  operation: { id: id(901), kind: 'DELETE', acceptedAt: '2026-11-20T16:00:00.000Z', force: true },
  parameters: { admin_password: secret },
  outputs: { admin_password: secret },
  callback: `https://receiver.example/?key=${secret}`,
  providerId: 'first',
  infrastructureId: 'inf-1',
});
const path = { deployment_id: deployment.id };

const end = async (): Promise<void> => {
  const { service } = test;
  await service.deployments.accept(deployment);
  await service.files.putTemplate(deployment.id, deployment.templateOf, serverTemplate);
  await service.files.appendLog(deployment.id, '0001', `configured with ${secret}\nthe end of the log\n`);
  const failed = { name: 'one', kind: 'FAILED', message: `refused ${secret}`, at: '2026-11-20T16:00:01.000Z' } as const;
  await service.timeline.add(deployment.id, failed);
  await removeRecords(service, { deploymentId: deployment.id, operationId: deployment.operation.id });
};

beforeAll(end);

const readers = { get, log, events };
const statuses = (as: Name, query: Record<string, string>) =>
  Promise.all(
    Object.values(readers).map(async (route) => (await call(route(test.service), { as, path, query })).status),
  );

describe('a deployment that has ended', () => {
  it.each([
    ['olga', [200, 200, 200]],
    ['ada', [200, 200, 200]],
    ['mia', [200, 403, 200]],
    ['otto', [404, 404, 404]],
    ['namesake', [404, 404, 404]],
    ['lone', [404, 404, 404]],
  ] as const)('can be read by %s as before, where it is asked for', async (as, expected) => {
    expect(await statuses(as, ended)).toEqual(expected);
    expect(await statuses(as, {})).toEqual([404, 404, 404]);
    expect(await statuses(as, { ended: 'false' })).toEqual([404, 404, 404]);
  });

  it('says who made it, when and how it ended, and where the rest is', async () => {
    const { json } = await call(get(test.service), { as: 'olga', path, query: ended });
    expect(json).toMatchObject({
      uuid: deployment.id,
      status: 'DELETE_COMPLETE',
      task: 'NONE',
      outputs: {},
      userGroup: 'physics',
      createdBy: deployment.createdBy,
      physicalId: 'inf-1',
      cloudProviderName: 'first',
      ending: { forced: true, reason: 'refused ********' },
    });
    const self = `https://api.example/deployments/${deployment.id}`;
    expect(json.links.map(({ href }) => href)).toEqual([
      `${self}?ended=true`,
      `${self}/log?ended=true`,
      `${self}/events?ended=true`,
    ]);
  });

  it('has its log, and its timeline with its end, as a list like any other', async () => {
    const text = (await call(log(test.service), { as: 'olga', path, query: ended })).body;
    expect(text).toContain('the end of the log');
    const all = (await call(events(test.service), { as: 'mia', path, query: ended })).json;
    expect(all.content.map(({ kind }) => kind)).toEqual(['COMPLETE', 'FAILED']);
    const first = (await call(events(test.service), { as: 'mia', path, query: { ...ended, size: '1' } })).json;
    expect(first.content.map(({ message }) => message)).toEqual([
      'the deployment is deleted, by force: what its provider refused to destroy may still exist',
    ]);
    expect(first.links.find(({ rel }) => rel === 'next')?.href).toContain('ended=true');
  });

  it('shows no secret to anybody, and has none stored', async () => {
    for (const as of ['olga', 'ada', 'mia'] as const)
      for (const route of Object.values(readers))
        expect((await call(route(test.service), { as, path, query: ended })).body).not.toContain(secret);
    expect(await test.service.endedFiles.readLog(deployment.id)).not.toContain(secret);
    expect(await test.snapshot()).not.toContain(secret);
  });

  it('has neither template nor extended information, and cannot be changed', async () => {
    for (const route of [template, extrainfo])
      expect((await call(route(test.service), { as: 'olga', path, query: ended })).status).toBe(404);
    expect((await call(remove(test.service), { as: 'olga', path })).status).toBe(404);
  });
});

describe('the list of those that have ended', () => {
  const shown = async (as: Name, query: Record<string, string>) =>
    (await call(list(test.service), { as, query: { status: 'DELETE_COMPLETE', ...query } })).json.content.map(
      ({ uuid }) => uuid,
    );

  it('is of their owner, their group and administrators', async () => {
    const one = [deployment.id];
    expect(await shown('olga', {})).toEqual(one);
    expect(await shown('olga', { createdBy: 'me', userGroup: 'physics' })).toEqual(one);
    expect(await shown('mia', { userGroup: 'physics' })).toEqual(one);
    expect(await shown('ada', {})).toEqual(one);
    for (const as of ['mia', 'otto', 'lone', 'namesake'] as const) expect(await shown(as, {})).toEqual([]);
    expect(await shown('namesake', { userGroup: 'physics' })).toEqual([]);
    expect((await call(list(test.service), { as: 'otto', query: { userGroup: 'physics' } })).status).toBe(403);
  });

  it('is apart from the others', async () => {
    expect((await call(list(test.service), { as: 'olga' })).json.content).toEqual([]);
    expect(await shown('olga', { excludedStatus: 'DELETE_COMPLETE' })).toEqual([]);
    expect(await shown('olga', { status: 'delete_complete' })).toEqual([deployment.id]);
  });

  it('takes no other status, no name and no search', async () => {
    const ended = { status: 'DELETE_COMPLETE' };
    for (const query of [
      { status: 'GONE' },
      { status: 'DELETE_COMPLETE,CREATE_COMPLETE' },
      { ...ended, q: 'a' },
      { ...ended, name: 'a' },
    ]) {
      const answer = await call(list(test.service), { as: 'olga', query });
      expect([answer.status, answer.json['message']]).toEqual([400, expect.stringContaining('DELETE_COMPLETE')]);
    }
  });
});

describe('a request whose process died, repeated after the end', () => {
  const headers = { 'Idempotency-Key': 'the-key' };
  const answersLost = () => ({
    ...test.service,
    idempotentRequests: {
      ...test.service.idempotentRequests,
      complete: () => Promise.reject(new Error('the process died')),
    },
  });
  /** as long as somebody may be at work on a request, and longer */
  const later = () => ({
    ...test.service,
    idempotentRequests: test.requestsAt(Date.parse('2026-11-21T10:00:00.000Z')),
  });

  it('is answered as what it did: made and deleted once', async () => {
    const creation = { as: 'otto', method: 'POST', body: { template: serverTemplate }, headers } as const;
    await call(create(answersLost()), creation);
    const [made = ''] = (await call(list(test.service), { as: 'otto' })).json.content.map(({ uuid }) => uuid);
    const deletion = { as: 'otto', path: { deployment_id: made }, headers: { 'Idempotency-Key': 'other' } } as const;
    await call(remove(answersLost()), deletion);
    expect((await call(get(test.service), deletion)).status).toBe(404);
    expect((await call(remove(later()), deletion)).status).toBe(204);
    expect((await call(create(later()), creation)).json).toMatchObject({ uuid: made, status: 'DELETE_COMPLETE' });
    expect((await call(list(test.service), { as: 'otto' })).json.content).toEqual([]);
  });
});
