import { beforeEach, describe, expect, it } from 'vitest';
import { prepared } from './changing-routes.ts';
import { call, type Sent } from './requests.ts';
import { id } from './samples.ts';
import { serviceForTests } from './service.ts';
import { callOperation, operations, runWorkflow, stopRun } from './under-test.ts';

const test = serviceForTests();

beforeEach(async () => {
  await prepared(test)('operations/call');
  test.service.asked.length = 0;
});

const path = { deployment_id: id(1), name: 'web' };
const good = { node: 'server', interface: 'Standard', operation: 'stop' };
const ask = (body: object = good, more: Sent = {}) =>
  call(callOperation(test.service), { as: 'olga', method: 'POST', path, body, ...more });
const found = () => test.service.deployments.find(id(1));

describe('POST /deployments/{deployment_id}/operations', () => {
  it('starts an update that brings no version, and keeps what is to run', async () => {
    const before = await found();
    expect(await ask({ ...good, message: 'a pause' })).toMatchObject({ status: 202, body: '' });
    expect(test.service.asked).toEqual(['start UPDATE']);
    const after = await found();
    const { version, inForce, templateOf } = before ?? {};
    expect(after).toMatchObject({
      status: 'UPDATE_IN_PROGRESS',
      version,
      inForce,
      templateOf,
      lastRun: after?.operation.id,
    });
    expect(after?.operation).toMatchObject({ kind: 'UPDATE', message: 'a pause', runs: good });
    expect(await test.service.files.findRun(id(1), after?.lastRun ?? '')).toMatchObject({
      plan: { what: 'Standard.stop of server' },
    });
  });

  it('says in a dry run what would run where', async () => {
    expect(await ask(good, { query: { dryRun: 'true' } })).toMatchObject({
      status: 200,
      json: {
        what: 'Standard.stop of server',
        calls: [{ node: 'server', operation: 'Standard.stop', on: 'server', machines: 1, inputs: {} }],
      },
    });
    expect(test.service.asked).toEqual([]);
  });

  it.each([
    ['no node', { interface: 'Standard', operation: 'stop' }, 'node'],
    ['a node that there is not', { ...good, node: 'cache' }, 'it has server'],
    ['an operation that there is not', { ...good, operation: 'start' }, 'it has Standard.stop'],
    ['an input that there is not', { ...good, inputs: { a: 1 } }, 'inputs'],
    ['inputs that are none', { ...good, inputs: 3 }, 'inputs'],
  ])('refuses %s', async (_, body, why) => {
    expect(await ask(body)).toMatchObject({ status: 400, json: { message: expect.stringContaining(why) } });
    expect(test.service.asked).toEqual([]);
  });

  it('is refused, with the reason, where the provider runs no single operation', async () => {
    const plannerOf = () => ({ runsNothing: 'it runs all again' }) as never;
    const answer = await call(callOperation({ ...test.service, plannerOf }), {
      as: 'olga',
      method: 'POST',
      path,
      body: good,
    });
    expect(answer).toMatchObject({ status: 409, json: { message: 'it runs all again' } });
  });
});

describe('POST /deployments/{deployment_id}/workflows/{name}', () => {
  const start = (name: string, more: Sent = {}) =>
    call(runWorkflow(test.service), { as: 'olga', method: 'POST', path: { ...path, name }, body: {}, ...more });

  it('starts a workflow of the template', async () => {
    expect(await start('web')).toMatchObject({ status: 202 });
    expect((await found())?.operation.runs).toEqual({ workflow: 'web' });
  });

  it('says which workflows there are when it is none of them', async () => {
    expect(await start('other')).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('it has web') },
    });
  });

  it('is refused while another one runs', async () => {
    await start('web');
    expect(await start('web')).toMatchObject({ status: 409 });
  });
});

describe('GET /deployments/{deployment_id}/operations', () => {
  it('lists what can be run, and the last run', async () => {
    await ask();
    const { json } = await call(operations(test.service), { as: 'olga', path });
    expect(json).toMatchObject({
      possible: true,
      operations: [{ node: 'server', interface: 'Standard', operation: 'stop', inputs: [] }],
      workflows: [{ name: 'web', inputs: [] }],
      run: { what: 'Standard.stop of server', is: 'running', steps: [] },
    });
  });
});

describe('POST /deployments/{deployment_id}/operations/stop', () => {
  it('notes that what runs is to stop, and is refused when nothing runs', async () => {
    const stop = () => call(stopRun(test.service), { as: 'olga', method: 'POST', path });
    expect(await stop()).toMatchObject({ status: 409 });
    await ask();
    expect(await stop()).toMatchObject({ status: 204 });
    const { operation, stopAsked } = (await found()) ?? {};
    expect(stopAsked).toMatchObject({ operationId: operation?.id });
  });
});
