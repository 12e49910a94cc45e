import { beforeEach, describe, expect, it } from 'vitest';
import { prepared } from './changing-routes.ts';
import { call, type Sent } from './requests.ts';
import { id } from './samples.ts';
import { serviceForTests } from './service.ts';
import { repair } from './under-test.ts';

const test = serviceForTests();

beforeEach(async () => {
  await prepared(test)('deployments/repair');
  test.service.asked.length = 0;
});

const ask = (body: object = {}, more: Sent = {}) =>
  call(repair(test.service), { as: 'olga', method: 'POST', path: { deployment_id: id(1) }, body, ...more });
const found = () => test.service.deployments.find(id(1));

describe('POST /deployments/{deployment_id}/repair', () => {
  it('starts an update that brings no version, and keeps what was agreed to', async () => {
    const before = await found();
    expect(await ask({ message: 'who stops them?' })).toMatchObject({ status: 202, body: '' });
    expect(test.service.asked).toEqual(['start UPDATE']);
    const after = await found();
    expect(after).toMatchObject({
      ...{
        status: 'UPDATE_IN_PROGRESS',
        version: before?.version,
        inForce: before?.inForce,
        templateOf: before?.templateOf,
      },
      operation: { kind: 'UPDATE', message: 'who stops them?', repairs: [{ resource: id(100), how: 'started' }] },
    });
    expect(await test.service.files.getTemplate(id(1), after?.operation.id ?? '')).toContain('server');
  });

  it('says in a dry run what it would overwrite', async () => {
    const { status, json } = await ask({}, { query: { dryRun: 'true' } });
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        accepted: true,
        items: [{ node: 'server', is: 'stopped', how: 'started', resource: id(100), part: '0' }],
      },
    });
    expect(test.service.asked).toEqual([]);
  });

  it.each([
    ['no node', { nodes: [] }, 400],
    ['a node that there is not', { nodes: ['cache'] }, 400],
    ['names that are none', { nodes: [1] }, 400],
    ['a replacement of what there is not', { replace: ['cache'] }, 400],
  ])('refuses %s', async (_, body, status) => {
    expect((await ask(body)).status).toBe(status);
    expect(test.service.asked).toEqual([]);
  });

  it('gives up no data of a protected deployment, whatever the request names', async () => {
    const seen = await test.service.driftChecks.find(id(1));
    const failed = { node: 'server', is: 'changed', property: 'state', old: 'configured', new: 'failed' } as const;
    const findings = [{ ...failed, resource: id(100), part: '0' }];
    const { operation } = (await found()) ?? {};
    const summary = { operationId: operation?.id ?? '', since: '', drifted: 1, of: 1 };
    await test.service.driftChecks.replace(seen, { deploymentId: id(1), findings, summary });
    expect(await ask()).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('"replace": ["server"]') },
    });
    await test.service.deployments.record(id(1), operation?.id ?? '', { protected: true } as never);
    expect((await ask({ replace: ['server'] })).status).toBe(409);
    expect(test.service.asked).toEqual([]);
  });

  it('is refused where no check has found anything since the last operation', async () => {
    const seen = await test.service.driftChecks.find(id(1));
    await test.service.driftChecks.replace(seen, { deploymentId: id(1), findings: [] });
    expect(await ask()).toMatchObject({ status: 409, json: { message: expect.stringContaining('/checks') } });
  });
});
