import { beforeEach, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/foundation/errors.ts';
import { call, type Sent } from './requests.ts';
import { id, sampleDeployment, sampleResource } from './samples.ts';
import { serviceForTests } from './service.ts';
import { get, remove, reset } from './under-test.ts';

const test = serviceForTests();
const deleting = sampleDeployment({
  status: 'DELETE_IN_PROGRESS',
  userGroup: 'physics',
  operation: { id: id(901), kind: 'DELETE', acceptedAt: '2026-11-20T15:33:12.345Z' },
});

beforeEach(async () => {
  const { deployments, asked } = test.service;
  const left = await deployments.find(id(1));
  if (left) await deployments.remove(id(1), left.operation.id);
  await deployments.accept(deleting);
  asked.length = 0;
});

const of: Sent = { as: 'olga', path: { deployment_id: id(1) } };
const send = (more: Sent = {}) =>
  call(reset(test.service), { ...of, method: 'PATCH', body: { status: 'DELETE_FAILED' }, ...more });
const status = async () => (await call(get(test.service), of)).json['status'];

describe('resetting a deployment', () => {
  it('gives up its deletion, so that it can be asked for again', async () => {
    expect(await send()).toMatchObject({ status: 204, body: '' });
    expect(test.service.asked).toEqual(['stop DELETE']);
    expect(await status()).toBe('DELETE_FAILED');
    expect((await call(remove(test.service), of)).status).toBe(204);
  });

  it('is refused when nothing is being deleted, also the second time', async () => {
    await send();
    const again = await send();
    expect(again.json).toMatchObject({ code: 409, message: expect.stringContaining('DELETE_IN_PROGRESS') });
  });

  it('is refused once the deletion has begun to remove what belongs to it', async () => {
    await test.service.deployments.markRemoving(id(1), id(901));
    const { json } = await send();
    expect(json).toMatchObject({ code: 409, message: expect.stringContaining('about to be removed') });
    expect([await status(), test.service.asked]).toEqual(['DELETE_IN_PROGRESS', []]);
  });

  it('keeps nothing for a deletion that is refused: nobody would remove it', async () => {
    const kept: string[] = [];
    const delegations = { ...test.service.delegations, keep: async (of: string) => void kept.push(of) };
    const deletion = { ...of, method: 'DELETE' } as const;
    expect((await call(remove({ ...test.service, delegations }), deletion)).status).toBe(409);
    expect(kept).toEqual([]);
    await send();
    expect((await call(remove({ ...test.service, delegations }), deletion)).status).toBe(204);
    expect(kept).toEqual([id(1)]);
  });

  it.each([
    ['a status that is not DELETE_FAILED', { body: { status: 'DELETE_COMPLETE' } }, 400],
    ['no status', { body: {} }, 400],
    ['no body', { body: undefined }, 400],
    ['another version', { headers: { 'If-Match': '"other"' } }, 412],
    ['no token', { as: undefined }, 401],
    ['a stranger', { as: 'otto', body: {} }, 404],
    ['a member of its group', { as: 'mia', body: {} }, 403],
  ] as const)('is refused for %s', async (_, sent, code) => {
    expect((await send(sent as Sent)).json).toMatchObject({ code });
    expect([await status(), test.service.asked]).toEqual(['DELETE_IN_PROGRESS', []]);
  });

  it('is finished when its client repeats it, after an answer that was lost on the way', async () => {
    const { service } = test;
    await service.resources.put([sampleResource({ state: 'DELETING' })]);
    const stopOperation = () => Promise.reject(new UnavailableError('Step Functions did not answer'));
    const at = Date.parse('2026-11-30T00:00:00Z');
    const lost = {
      ...service,
      idempotentRequests: test.requestsAt(at),
      workflows: { ...service.workflows, stopOperation },
    };
    const headers = { 'Idempotency-Key': 'reset' };
    const request: Sent = { ...of, method: 'PATCH', body: { status: 'DELETE_FAILED' }, headers };
    expect((await call(reset(lost), request)).status).toBe(503);
    const idempotentRequests = test.requestsAt(at + 60_000);
    expect((await call(reset({ ...service, idempotentRequests }), request)).status).toBe(204);
    const [resource] = await service.resources.all(id(1));
    expect([await status(), resource?.state]).toEqual(['DELETE_FAILED', 'ERROR']);
  });

  it('is made under If-Match, to the version that it names', async () => {
    const { headers } = await call(get(test.service), of);
    expect((await send({ headers: { 'If-Match': String(headers['ETag']) } })).status).toBe(204);
  });
});
