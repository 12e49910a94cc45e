import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { template } from '../domain/deployments/world.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { Calls, refusedBy } from './calls.ts';
import { grantedWorld } from './granted-world.ts';
import { type Grants, grantsOf } from './grants.ts';
import { templates } from './stacks.ts';

const json = { 'Content-Type': 'application/json' };
const callback = 'https://receiver.example/';
const creation = JSON.stringify({ template, parameters: {}, callback });

let engine: Engine;
const calls = new Calls();

const made = async () => {
  const one = grantedWorld(engine, calls);
  const asked = { httpMethod: 'POST', headers: json, body: creation };
  expect(await one.ask('http/deployments/create', asked)).toBe(201);
  const id = one.world.started[0]?.id ?? '';
  const pathParameters = { deployment_id: id };
  const about = { headers: json, pathParameters, resource: '/deployments/{deployment_id}' };
  const remove = async () =>
    expect(await one.ask('http/deployments/delete', { ...about, httpMethod: 'DELETE' })).toBe(204);
  const follow = async () => expect((await one.followLast()).status).toBe('SUCCEEDED');
  return { ...one, id, about, remove, follow, pathParameters };
};

/** From creation to deletion, with a callback, an update and an action. */
const goodLife = async () => {
  const { ask, followOf, follow, world, id, about, pathParameters, remove } = await made();
  await follow();
  const [notificationId = ''] = world.notified;
  expect((await followOf('notify-callback', { notificationId })).status).toBe('SUCCEEDED');
  for (const route of ['list', 'template', 'log'] as const)
    expect(await ask(`http/deployments/${route}`, { pathParameters })).toBe(200);
  const changed = JSON.stringify({ template: template.replace('db:', 'cache:'), parameters: {} });
  expect(await ask('http/deployments/update', { ...about, httpMethod: 'PUT', body: changed })).toBe(202);
  await follow();
  const [resource] = await world.resources.all(id);
  const where = { pathParameters: { ...pathParameters, resource_id: resource?.id ?? '' } };
  const stop = { headers: json, ...where, httpMethod: 'POST', body: '{"type":"stop"}' };
  expect(await ask('http/resources/act', stop)).toBe(202);
  expect((await followOf('act-on-resource', { ...world.actions[0] })).status).toBe('SUCCEEDED');
  await remove();
  await follow();
  expect(await world.deployments.find(id)).toBeUndefined();
};

/** Every provider fails; the deletion is given up, and asked for again. */
const badLife = async () => {
  const { ask, follow, world, about, id, remove } = await made();
  for (const cloud of ['alpha', 'beta']) world.clouds.set(cloud, { create: 'fail' });
  await follow();
  expect((await world.deployments.find(id))?.status).toBe('CREATE_FAILED');
  await remove();
  const body = JSON.stringify({ status: 'DELETE_FAILED' });
  expect(await ask('http/deployments/reset', { ...about, httpMethod: 'PATCH', body })).toBe(204);
  await remove();
};

/** A creation that is undone, and whose key is freed. */
const noLife = async () => {
  const { ask, world } = grantedWorld(engine, calls);
  world.workflows.startOperation = async () => {
    throw new Error('Step Functions does not answer');
  };
  const headers = { ...json, 'Idempotency-Key': 'one' };
  expect(await ask('http/deployments/create', { httpMethod: 'POST', headers, body: creation })).toBe(500);
};

/** Its workflow dies, and EventBridge tells of it: another execution goes on after a minute. */
const deadLife = async () => {
  const { world, die, id, look } = await made();
  await world.deployments.markStarted(id, world.started[0]?.operation.id ?? '');
  await die();
  world.clock.advance(61);
  await look('FAILED');
  expect((await world.deployments.find(id))?.operation.interrupted?.times).toBe(1);
};

/** The sweep goes on with what dead workflows have left, or ends it. */
const sweptLife = async () => {
  const { world, look, remove } = await made();
  for (const state of ['RUNNING', 'FAILED', 'ABORTED'] as const) {
    await look(state);
    world.clock.advance(3_700);
  }
  await remove();
  world.clock.advance(3_700);
  await look('UNKNOWN');
};

/** Files expire, or a restored table names those that are gone. S3 says so only to whoever may list the bucket. */
const lifeWithoutFiles = async () => {
  const { ask, followOf, world, id, pathParameters } = await made();
  await world.files.remove(id);
  expect(await ask('http/deployments/template', { pathParameters })).toBe(404);
  const expired = { notificationId: `${id}-expired` };
  expect((await followOf('notify-callback', expired)).status).toBe('FAILED');
};

/**
 * The engines of a laptop ask for no permission, so a grant that is missing shows only here and in the cloud: lives of
 * deployments on the real tables and files, with every call held against what the templates allow.
 */
describe('what functions ask of AWS', () => {
  let grants: Grants;
  beforeAll(async () => {
    grants = grantsOf(templates().service);
    engine = await startEngine();
    calls.listen(engine);
    for (const live of [goodLife, badLife, noLife, deadLife, sweptLife, lifeWithoutFiles]) await live();
  });
  afterAll(() => engine.stop());

  it('is granted, all of it', () => {
    expect(refusedBy(grants, calls.all)).toEqual([]);
  });

  it('would be missed: what is granted to few is asked for by those', () => {
    const few = /DeleteItem|Execution|ListBucket Files$|DeleteObject|index/;
    const rows = calls.all.map(({ by, action, resource }) => `${by} ${action} ${resource}`);
    expect(rows.filter((row) => few.test(row)).toSorted()).toEqual([
      'events/sweep-workflows dynamodb:DeleteItem Deployments',
      'events/sweep-workflows dynamodb:Query Deployments/index/notBegun',
      'events/sweep-workflows dynamodb:Query ScheduleEvents/index/notBegun',
      'events/sweep-workflows states:StartExecution createdeployment',
      'events/sweep-workflows states:StartExecution deletedeployment',
      'events/sweep-workflows states:StartExecution notifycallback',
      'http/deployments/create dynamodb:DeleteItem Deployments',
      'http/deployments/create s3:DeleteObject Files/templates/*',
      'http/deployments/create states:StartExecution createdeployment',
      'http/deployments/delete states:StartExecution deletedeployment',
      'http/deployments/delete states:StopExecution states:execution:createdeployment:*',
      'http/deployments/delete states:StopExecution states:execution:deletedeployment:*',
      'http/deployments/delete states:StopExecution states:execution:updatedeployment:*',
      'http/deployments/list dynamodb:Query Deployments/index/byOwner',
      'http/deployments/reset states:StopExecution states:execution:deletedeployment:*',
      'http/deployments/template s3:ListBucket Files',
      'http/deployments/update states:StartExecution updatedeployment',
      'http/resources/act states:StartExecution actonresource',
      'tasks/begin-update s3:ListBucket Files',
      'tasks/change-infrastructure states:StartExecution notifycallback',
      'tasks/complete-deployment states:StartExecution notifycallback',
      'tasks/fail-operation states:StartExecution notifycallback',
      'tasks/rank-providers s3:ListBucket Files',
      'tasks/remove-deployment dynamodb:DeleteItem Deployments',
      'tasks/remove-deployment s3:DeleteObject Files/logs/*',
      'tasks/remove-deployment s3:DeleteObject Files/templates/*',
      'tasks/remove-deployment states:StartExecution notifycallback',
      'tasks/send-callback s3:ListBucket Files',
      'tasks/submit-attempt states:StartExecution notifycallback',
    ]);
  });
});
