import { beforeEach, describe, expect, it } from 'vitest';
import { removeDeployment } from '../../src/domain/deployments/deleting/remove-deployment.ts';
import type { Deployment, Status } from '../../src/domain/deployments/record/deployment.ts';
import { call, type Name, type Sent } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create, list, rollback, update, version, versions } from './under-test.ts';

const test = serviceForTests();

const templateOf = (cpus: number, more = ''): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: { size: { type: integer, default: 1 }, password: { type: string, default: none } }
  node_templates:
    server: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: ${cpus} } } } }
${more}`;

let path = { deployment_id: '' };

const stored = async () => (await test.service.deployments.find(path.deployment_id)) as Deployment;

/** As a workflow ends the operation in progress. */
const ended = async (status: Status = 'UPDATE_COMPLETE') => {
  const { operation } = await stored();
  const isGood = status.endsWith('_COMPLETE');
  const inForce = operation.version === undefined || !isGood ? {} : { inForce: operation.version, former: undefined };
  const changes = { status, task: 'NONE', ...inForce, ...(isGood && { templateOf: operation.id }) } as const;
  await test.service.deployments.record(path.deployment_id, operation.id, changes);
};

const put = async (body: object, status?: Status) => {
  const answer = await call(update(test.service), { as: 'olga', method: 'PUT', path, body });
  if (answer.status === 202) await ended(status);
  return answer;
};

const read = async (as: Name = 'olga') =>
  (await call(versions(test.service), { as, path })).json as unknown as object[];
const one = (number: number | string, more: Sent = {}) =>
  call(version(test.service), { as: 'olga', ...more, path: { ...path, number: `${number}` } });
const back = (body: object, more: Sent = {}) =>
  call(rollback(test.service), { as: 'olga', method: 'POST', path, body, ...more });

beforeEach(async () => {
  const body = { template: templateOf(1), parameters: { size: 1, password: 'first-secret' }, name: 'web' };
  const { json } = await call(create(test.service), { as: 'olga', method: 'POST', body });
  path = { deployment_id: `${json.uuid}` };
  await ended('CREATE_COMPLETE');
});

describe('the versions of a deployment', () => {
  it('are numbered, with who, when and why, and which is in force', async () => {
    await put({ template: templateOf(2), message: 'more room' });
    await put({ template: templateOf(3) }, 'UPDATE_FAILED');
    const all = await read();
    expect(all).toMatchObject([
      { number: 3, kind: 'UPDATE', inForce: false },
      { number: 2, kind: 'UPDATE', inForce: true, message: 'more room', requestedBy: { subject: 'olga' } },
      { number: 1, kind: 'CREATE', inForce: false },
    ]);
  });

  it('have their template and inputs, and of a secret only since when it is given', async () => {
    await put({ template: templateOf(2), parameters: { size: 5 } });
    await put({ template: templateOf(3), parameters: { password: 'second-secret' } });
    const first = await one(1);
    expect(first.json).toMatchObject({
      template: templateOf(1),
      inputs: { size: 1 },
      secrets: [{ name: 'password', since: 1, known: false }],
    });
    expect((await one(3)).json).toMatchObject({ inputs: { size: 5 }, secrets: [{ since: 3, known: true }] });
    const items = await test.service.versions.list(path.deployment_id);
    expect(JSON.stringify(items)).not.toMatch(/first-secret|second-secret/);
  });

  it('are compared by lines, inputs, and what the one does to the machines of the other', async () => {
    await put({ template: templateOf(2), parameters: { size: 5, password: 'other-secret' } });
    const { json } = await one(2, { query: { compareWith: '1' } });
    expect(json).toMatchObject({
      comparison: {
        with: 1,
        lines: [
          { is: 'removed', line: 5 },
          { is: 'added', line: 5, text: expect.stringContaining('num_cpus: 2') },
        ],
        inputs: [
          { name: 'password', secret: true },
          { name: 'size', old: 1, new: 5 },
        ],
        changes: [{ node: 'server', old: 1, new: 2 }],
      },
    });
    expect(JSON.stringify(json)).not.toMatch(/first-secret|other-secret/);
  });

  it('are 404 for who may not see the deployment, and for a number that there is not', async () => {
    for (const as of ['otto', 'lone'] as const) expect((await one(1, { as })).status).toBe(404);
    expect((await one(9)).status).toBe(404);
    for (const number of ['0', '-1', 'x', '1e3']) expect((await one(number)).status).toBe(400);
  });

  it('are the last fifty, and the one in force', async () => {
    const { deployments, versions: kept } = test.service;
    for (let number = 2; number <= 53; number += 1) {
      const seen = await stored();
      const operation = { ...seen.operation, id: `${seen.operation.id.slice(0, -3)}${100 + number}`, version: number };
      await deployments.supersede(seen, { ...seen, version: number, operation });
    }
    const numbers = (await kept.list(path.deployment_id)).map(({ number }) => number);
    expect([numbers.length, numbers[0], numbers[1], numbers.at(-1)]).toEqual([51, 1, 4, 53]);
  });

  it('stay when the deployment has ended, without its secrets, and go where nothing is kept', async () => {
    const more = `  outputs: { hint: { value: first-secret } }\n`;
    await put({ template: templateOf(2, more) });
    const seen = await stored();
    const operation = { ...seen.operation, id: `${seen.operation.id.slice(0, -3)}999`, kind: 'DELETE' } as const;
    const { version: _, ...deletion } = operation;
    await test.service.deployments.supersede(seen, { ...seen, status: 'DELETE_IN_PROGRESS', operation: deletion });
    const ref = { deploymentId: seen.id, operationId: operation.id, silently: true };
    await removeDeployment(test.service as never)(ref);
    expect((await one(2)).status).toBe(404);
    const query = { ended: 'true' };
    const { json } = await one(2, { query });
    expect(json).toMatchObject({ number: 2, inForce: true, template: expect.stringContaining('num_cpus: 2') });
    expect(JSON.stringify(json)).not.toContain('first-secret');
    expect((await call(versions(test.service), { as: 'olga', path, query })).json).toHaveLength(2);
    expect((await one(2, { query: { ...query, compareWith: '1' } })).status).toBe(400);
  });
});

describe('POST /deployments/{deployment_id}/rollback', () => {
  it('is an update with the template and exactly the inputs of a version', async () => {
    await put({ template: templateOf(2), parameters: { size: 5 }, message: 'more' });
    expect((await back({ version: 1, message: 'too much' })).status).toBe(202);
    const now = await stored();
    expect(now).toMatchObject({
      status: 'UPDATE_IN_PROGRESS',
      parameters: { size: 1, password: 'first-secret' },
      operation: { version: 3, restores: 1, message: 'too much' },
    });
    expect(await test.service.files.getTemplate(now.id, now.operation.id)).toBe(templateOf(1));
    await ended();
    expect((await read())[0]).toMatchObject({ number: 3, restores: 1, inForce: true });
  });

  it('says in a dry run what it does to each node, and changes nothing', async () => {
    await put({ template: templateOf(2) });
    const before = await stored();
    const { status, json } = await back({ version: 1 }, { query: { dryRun: 'true' } });
    expect([status, json]).toMatchObject([200, { difference: { added: [], removed: [] } }]);
    expect(await stored()).toEqual(before);
  });

  it('of the version in force is a conflict, except after an update that failed', async () => {
    expect((await back({ version: 1 })).status).toBe(409);
    await put({ template: templateOf(2) }, 'UPDATE_FAILED');
    expect((await back({ version: 1 })).status).toBe(202);
    expect((await stored()).parameters).toMatchObject({ password: 'first-secret' });
  });

  it('takes back a secret that a failed update has overwritten', async () => {
    await put({ template: templateOf(2), parameters: { password: 'second-secret' } }, 'UPDATE_FAILED');
    await put({ template: templateOf(3), parameters: { password: 'third-secret' } }, 'UPDATE_FAILED');
    expect((await back({ version: 1 })).status).toBe(202);
    expect((await stored()).parameters).toMatchObject({ password: 'first-secret' });
    await ended();
    expect((await one(1)).json).toMatchObject({ secrets: [{ since: 1, known: true }] });
  });

  it('is refused where a secret of the version is gone, unless the request gives it', async () => {
    await put({ template: templateOf(2), parameters: { password: 'second-secret' } });
    const { status, json } = await back({ version: 1 });
    expect([status, json.message]).toEqual([400, expect.stringContaining('password')]);
    expect((await back({ version: 1, parameters: { password: 'given-secret' } })).status).toBe(202);
    expect((await stored()).parameters).toEqual({ size: 1, password: 'given-secret' });
  });

  it('has preconditions, a key, and no version that is not there', async () => {
    await put({ template: templateOf(2) });
    expect((await back({ version: 7 })).status).toBe(404);
    expect((await back({})).status).toBe(400);
    expect((await back({ version: 1 }, { headers: { 'If-Match': '"other"' } })).status).toBe(412);
    expect((await back({ version: 1 }, { as: 'otto' })).status).toBe(404);
    const key = { headers: { 'Idempotency-Key': 'once' } };
    expect((await back({ version: 1 }, key)).status).toBe(202);
    const once = await stored();
    expect((await back({ version: 1 }, key)).status).toBe(202);
    expect(await stored()).toEqual(once);
    expect((await back({ version: 2 })).status).toBe(409);
  });

  it('shows nothing of it in the answers of the contract', async () => {
    const { json } = await call(list(test.service), { as: 'olga' });
    expect(JSON.stringify(json)).not.toMatch(/secretVersions|inForce|former/);
  });
});
