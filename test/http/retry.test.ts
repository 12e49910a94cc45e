import { beforeEach, describe, expect, it } from 'vitest';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { call, type Sent } from './requests.ts';
import { id, sampleDeployment, sampleResource, serverTemplate } from './samples.ts';
import { serviceForTests } from './service.ts';
import { events, get, resources, retry, update } from './under-test.ts';

const test = serviceForTests();
const path = { deployment_id: id(1) };
const first = sampleDeployment().operation.id;

const withInputs = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs: { size: { type: integer, default: 1 }, password: { type: string, default: none } }
  node_templates: { server: { type: tosca.nodes.Compute } }
`;

/** A creation that failed, and what it left. */
const failed = async (
  changes: Partial<Deployment> = {},
  state?: 'FAILED' | 'DESTROYED',
  left?: 'kept' | 'given-up',
) => {
  const { deployments, resources: rows, files, attempts } = test.service;
  const known = await deployments.find(id(1));
  if (known) await deployments.remove(id(1), known.operation.id);
  await rows.remove(id(1));
  const parameters = { size: 2, password: 'hunter2hunter2' };
  const one = sampleDeployment({
    status: 'CREATE_FAILED',
    statusReason: 'no quota',
    parameters,
    name: 'web',
    ...changes,
  });
  await files.putTemplate(one.id, one.templateOf, withInputs);
  await files.putRanking(one.id, one.templateOf, { candidates: [], dropped: [], notes: [], outputs: [], asked: {} });
  await deployments.accept(one);
  await rows.put([sampleResource({ state: 'ERROR' })]);
  const { createdAt: startedAt } = one;
  const times = { startedAt, deadline: startedAt, last: true, logged: {} };
  const of = { deploymentId: one.id, operationId: first, number: 1, providerId: 'first', ...times };
  if (state) await attempts.findOrCreate({ ...of, state, infrastructureId: 'inf', ...(left && { left }) });
};

beforeEach(() => failed());

const post = (more: Sent = {}) => call(retry(test.service), { as: 'olga', method: 'POST', path, ...more });
const stored = async () => (await test.service.deployments.find(id(1))) as Deployment;

describe('POST /deployments/{deployment_id}/retry', () => {
  it('without a body repeats the creation as it was, under the same id and name', async () => {
    expect((await post()).status).toBe(202);
    const now = await stored();
    expect(now).toMatchObject({
      ...{ id: id(1), name: 'web', status: 'CREATE_IN_PROGRESS', task: 'NONE' },
      ...{ parameters: { size: 2, password: 'hunter2hunter2' }, operation: { kind: 'CREATE', retries: 'anew' } },
    });
    expect(now).not.toHaveProperty('statusReason');
    expect(await test.service.files.getTemplate(id(1), now.templateOf)).toBe(withInputs);
    expect(now.templateOf).not.toBe(first);
    const { json } = await call(get(test.service), { as: 'olga', path });
    expect([json.uuid, json.status]).toEqual([id(1), 'CREATE_IN_PROGRESS']);
    const { json: told } = await call(events(test.service), { as: 'olga', path });
    expect(JSON.stringify(told)).toContain('another try of the creation was accepted');
  });

  it('removes nothing of a protected deployment, and a dry run says so', async () => {
    await failed({ protected: true }, 'FAILED', 'kept');
    const dry = await post({ body: { anew: true }, query: { dryRun: 'true' } });
    expect(dry.json).toMatchObject({ creation: { notes: [expect.stringContaining('protected')] } });
    const refused = await post({ body: { anew: true } });
    expect(refused.json).toMatchObject({ code: 409, message: expect.stringContaining('protected') });
    expect((await stored()).status).toBe('CREATE_FAILED');
    await failed({ protected: true }, 'DESTROYED');
    expect((await post()).status).toBe(202);
  });

  it('takes another template, inputs over those of before, and limits', async () => {
    const body = {
      template: serverTemplate,
      parameters: { size: 3 },
      keepLastAttempt: true,
      timeoutMins: '90',
      name: 'two',
    };
    expect((await post({ body })).status).toBe(202);
    const now = await stored();
    expect(now).toMatchObject({ name: 'two', parameters: { size: 3, password: 'hunter2hunter2' } });
    expect(now.limits).toMatchObject({ keepLastAttempt: true, timeoutMins: 90 });
    expect(now.operation.deadline).toBeDefined();
  });

  it('completes what was kept, and nothing that was destroyed or given up', async () => {
    const stands = { infrastructureId: 'inf', providerId: 'first' };
    for (const [state, left, retries] of [
      ['FAILED', 'kept', 'kept'],
      ['FAILED', 'given-up', 'anew'],
      ['DESTROYED', undefined, 'anew'],
      ['FAILED', undefined, 'anew'],
    ] as const) {
      await failed(stands, state, left);
      expect((await post()).status).toBe(202);
      expect((await stored()).operation.retries).toBe(retries);
    }
    await failed({ ...stands, provider: { cannot: ['update'] } }, 'FAILED', 'kept');
    await post();
    expect((await stored()).operation.retries).toBe('anew');
    await failed(stands, 'FAILED', 'kept');
    await post({ body: { anew: true } });
    expect((await stored()).operation.retries).toBe('anew');
  });

  it('says in a dry run what is completed, or made anew and removed first', async () => {
    const dry = { query: { dryRun: 'true' } };
    expect((await post(dry)).json).toMatchObject({
      retries: 'anew',
      creation: { candidates: [{ id: 'first' }, { id: 'second' }] },
      infrastructures: [],
    });
    await failed({ infrastructureId: 'inf', providerId: 'first' }, 'FAILED', 'kept');
    expect((await post(dry)).json).toMatchObject({ retries: 'kept', update: { provider: { id: 'first' } } });
    const anew = (await post({ ...dry, body: { anew: true } })).json;
    expect(anew).toMatchObject({ retries: 'anew', infrastructures: [{ attempt: 1, physicalId: 'inf' }] });
    expect((await stored()).status).toBe('CREATE_FAILED');
  });

  it('refuses a broken template with every problem, and changes nothing', async () => {
    const before = await stored();
    for (const template of ['no: template', serverTemplate.replace('tosca.nodes.Compute', 'tosca.nodes.Computer')])
      expect((await post({ body: { template } })).status).toBe(400);
    expect(await stored()).toEqual(before);
  });

  it('is a conflict in every other status, which says what to do', async () => {
    for (const status of ['CREATE_COMPLETE', 'UPDATE_FAILED', 'CREATE_IN_PROGRESS', 'DELETE_IN_PROGRESS'] as const) {
      await failed({ status });
      expect((await post({ body: { template: serverTemplate } })).status).toBe(409);
      const { status: code, json } = await post();
      expect([code, json.message]).toEqual([409, expect.stringContaining('retry is possible in CREATE_FAILED only')]);
    }
    await failed({ status: 'CREATE_COMPLETE' });
    expect((await post()).json.message).toContain('PUT /deployments/{deployment_id}');
  });

  it('is named by the conflict of what a failed creation does not allow', async () => {
    const asked = { as: 'olga', method: 'PUT', path, body: { template: serverTemplate } } as const;
    const { status, json } = await call(update(test.service), asked);
    expect([status, json.message]).toEqual([409, expect.stringContaining('POST /deployments/{deployment_id}/retry')]);
  });

  it('is refused where the file of its schedule was never there', async () => {
    await failed({ operation: { ...sampleDeployment().operation, id: id(77), eventId: id(7) } });
    const { status, json } = await post();
    expect([status, json.message]).toEqual([409, expect.stringContaining('backfills')]);
  });

  it('is made once under one key, and only of the version that is named', async () => {
    expect((await post({ headers: { 'If-Match': '"other"' } })).status).toBe(412);
    const key = { headers: { 'Idempotency-Key': 'once' } };
    expect((await post(key)).status).toBe(202);
    const once = await stored();
    expect((await post(key)).status).toBe(202);
    expect(await stored()).toEqual(once);
    expect((await post({ headers: { 'Idempotency-Key': 'twice' } })).status).toBe(409);
  });

  it('of two at once accepts one', async () => {
    const both = await Promise.all([post(), post()]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  it('keeps its resources in the list until the work begins', async () => {
    await post();
    const { json } = await call(resources(test.service), { as: 'olga', path });
    expect(json).toMatchObject({ content: [{ toscaNodeName: 'server' }] });
  });
});
