import { beforeEach, describe, expect, it } from 'vitest';
import { call, type Name, type Sent } from './requests.ts';
import { id, sampleDeployment } from './samples.ts';
import { serviceForTests } from './service.ts';
import { check, checks, get, list, view } from './under-test.ts';

const test = serviceForTests();
const path = { deployment_id: id(1) };
const secrets = { secretInputs: ['pin'], parameters: { pin: 'hunter2hunter2' } };
const operationId = sampleDeployment().operation.id;

beforeEach(async () => {
  const { deployments, driftChecks } = test.service;
  const left = await deployments.find(id(1));
  if (left) await deployments.remove(id(1), left.operation.id);
  await deployments.accept(sampleDeployment({ ...secrets, userGroup: 'physics', providerId: 'first' }));
  const known = await driftChecks.find(id(1));
  if (known) await driftChecks.remove(known);
});

const post = (more: Sent = {}) => call(check(test.service), { as: 'olga', method: 'POST', path, ...more });
const read = async (as: Name = 'olga') => (await call(checks(test.service), { as, path })).json;

/** As a look leaves it. */
const found = async () => {
  const { driftChecks } = test.service;
  const summary = { operationId, since: '2026-11-21T10:00:00.000Z', drifted: 1, of: 2 };
  const findings = [{ node: 'web', is: 'changed' as const, property: 'pin', old: 'hunter2hunter2', new: 'other' }];
  const last = { at: '2026-11-21T11:00:00.000Z', verdict: 'drifted' as const };
  await driftChecks.replace(undefined, { deploymentId: id(1), findings, summary, last });
  await driftChecks.summarise(id(1), { findings, summary });
};

describe('POST /deployments/{deployment_id}/checks', () => {
  it('makes a check due, and changes nothing that clients of the contract see', async () => {
    const before = await call(get(test.service), { as: 'olga', path });
    expect(await read()).toEqual({ state: 'NONE', findings: [] });
    expect((await post()).status).toBe(202);
    expect(await read()).toMatchObject({ state: 'WAITING', findings: [] });
    const after = await call(get(test.service), { as: 'olga', path });
    expect([after.json, after.headers['ETag']]).toEqual([before.json, before.headers['ETag']]);
  });

  it('is refused while an operation runs, and for another version', async () => {
    expect((await post({ headers: { 'If-Match': '"other"' } })).status).toBe(412);
    const seen = await test.service.deployments.find(id(1));
    if (seen === undefined) throw new Error('it is gone');
    const operation = { ...seen.operation, id: id(902), kind: 'UPDATE' as const };
    await test.service.deployments.supersede(seen, { ...seen, status: 'UPDATE_IN_PROGRESS', operation });
    const refused = await post();
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('UPDATE_IN_PROGRESS')]);
  });

  it('keeps the login of the owner, also while an operation waits for it, and of nobody else', async () => {
    const kept: string[] = [];
    const delegations = { ...test.service.delegations, keep: async (one: string) => void kept.push(one) };
    const asking = (as: Name) => call(check({ ...test.service, delegations }), { as, method: 'POST', path });
    await asking('olga');
    const seen = await test.service.deployments.find(id(1));
    if (seen === undefined) throw new Error('it is gone');
    const operation = { ...seen.operation, id: id(902), kind: 'UPDATE' as const };
    await test.service.deployments.supersede(seen, { ...seen, status: 'UPDATE_IN_PROGRESS', operation });
    expect((await asking('olga')).status).toBe(409);
    await asking('ada');
    expect(kept).toEqual([id(1), id(1)]);
  });

  it('is asked for once under one key', async () => {
    const key = { headers: { 'Idempotency-Key': 'once' } };
    await post(key);
    const once = await test.service.driftChecks.find(id(1));
    await post(key);
    expect(await test.service.driftChecks.find(id(1))).toEqual(once);
  });
});

describe('what a check found', () => {
  it('stands in the view, in lists that ask for it, and nowhere in answers of the contract', async () => {
    const before = await call(get(test.service), { as: 'olga', path });
    await found();
    const line = { since: '2026-11-21T10:00:00.000Z', drifted: 1, of: 2 };
    expect((await call(view(test.service), { as: 'olga', path })).json).toMatchObject({ drift: line });
    const plain = await call(list(test.service), { as: 'olga' });
    const asked = await call(list(test.service), { as: 'olga', query: { drift: 'true' } });
    expect(JSON.stringify(plain.json)).not.toContain('drifted');
    expect(asked.json).toMatchObject({ content: [{ drift: line }] });
    const after = await call(get(test.service), { as: 'olga', path });
    expect(Object.keys(after.json)).toEqual(Object.keys(before.json));
    expect(after.headers['ETag']).not.toBe(before.headers['ETag']);
  });

  it('shows members of the group no secrets', async () => {
    await found();
    expect(await read()).toMatchObject({ findings: [{ old: 'hunter2hunter2', new: 'other' }] });
    expect(await read('mia')).toMatchObject({ findings: [{ old: '********', new: 'other' }] });
  });
});
