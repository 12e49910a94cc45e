/** The operations: what was before, and what is done while an answer is lost. */

import { PutObjectCommand } from '@aws-sdk/client-s3';
import { failMachines, mendMachines } from '../cell.ts';
import { dayTwo } from './day-two.ts';
import { check, create, created, harm, place, type Scenario, wanted } from './prepared.ts';
import { listOf } from './records.ts';
import type { Scene } from './scene.ts';
import { scope } from './service.ts';

/** At its only provider; `keep`: what it made is kept. */
const failed = async (scene: Scene, keep: boolean): Promise<void> => {
  await failMachines(scene.house, scene.deployer);
  const body = { ...wanted(scene), maxProvidersRetry: 1, keepLastAttempt: keep };
  await scene.ask('create', { body, key: 'create' });
  await scene.work();
  await mendMachines(scene.house, scene.deployer);
};

const retry = async (scene: Scene): Promise<void> => {
  await scene.ask('retry', { path: await place(scene), body: {}, key: 'retry' });
  await scene.work();
};

const act = async (scene: Scene, type: 'start' | 'stop'): Promise<void> => {
  await scene.ask('act', { path: await place(scene), body: { type }, key: type });
  await scene.work();
};

const deployments: readonly Scenario[] = [
  {
    name: 'create',
    act: created,
  },
  {
    name: 'create at the second cloud',
    prepare: ({ house, deployer }) => failMachines(house, deployer),
    act: created,
  },
  {
    name: 'update, one more',
    prepare: created,
    act: async (scene) => {
      await scene.ask('update', { path: await place(scene), body: wanted(scene, 2), key: 'update' });
      await scene.work();
    },
  },
  {
    name: 'update, one less',
    prepare: (scene) => created(scene, wanted(scene, 2)),
    act: async (scene) => {
      await scene.ask('update', { path: await place(scene), body: wanted(scene, 1), key: 'update' });
      await scene.work();
    },
  },
  {
    name: 'rollback',
    prepare: async (scene) => {
      await created(scene, wanted(scene, 2));
      await scene.ask('update', { path: await place(scene), body: wanted(scene, 1), key: 'update' });
      await scene.work();
    },
    act: async (scene) => {
      await scene.ask('rollback', { path: await place(scene), body: { version: 1 }, key: 'rollback' });
      await scene.work();
    },
  },
  { name: 'retry, anew', prepare: (scene) => failed(scene, false), act: retry },
  { name: 'retry, with what was kept', prepare: (scene) => failed(scene, true), act: retry },
  {
    name: 'check',
    prepare: async (scene) => {
      await created(scene);
      await harm(scene);
    },
    act: check,
  },
  {
    name: 'repair',
    prepare: async (scene) => {
      await created(scene);
      await harm(scene);
      await check(scene);
    },
    act: async (scene) => {
      await scene.ask('repair', { path: await place(scene), body: {}, key: 'repair' });
      await scene.work();
    },
  },
  {
    name: 'delete',
    prepare: created,
    act: async (scene) => {
      await scene.ask('remove', { path: await place(scene), key: 'delete' });
      await scene.work();
    },
  },
  {
    name: 'delete while it is created',
    prepare: async (scene) => {
      await create(scene);
      await scene.work('SubmitAttempt');
    },
    act: async (scene) => {
      await scene.ask('remove', { path: await place(scene), key: 'delete' });
      await scene.work();
    },
  },
  {
    name: 'reset',
    prepare: async (scene) => {
      await created(scene);
      await scene.ask('remove', { path: await place(scene), key: 'delete' });
      await scene.work('BeginDeletion');
    },
    act: async (scene) => {
      await scene.ask('reset', { path: await place(scene), body: { status: 'DELETE_FAILED' }, key: 'reset' });
      await scene.work();
    },
  },
  { name: 'stop', prepare: created, act: (scene) => act(scene, 'stop') },
  {
    name: 'start',
    prepare: async (scene) => {
      await created(scene);
      await act(scene, 'stop');
    },
    act: (scene) => act(scene, 'start'),
  },
];

const schedule = async (scene: Scene): Promise<void> => {
  const rule = { fileExpression: `${scope}:data/.*`, replicationExpression: '*', numberOfReplicas: 2 };
  await scene.ask('createSchedule', { body: { ...wanted(scene), ...rule }, key: 'schedule' });
};

const schedulePath = async ({ house }: Scene) => {
  const [found] = await listOf(house, 'schedules', 'schedule');
  return { schedule_id: `${found?.['pk'] ?? ''}` };
};

const suspend = async (scene: Scene, status: string): Promise<void> => {
  await scene.ask('changeSchedule', { path: await schedulePath(scene), body: { status }, key: status });
};

const file = async ({ house }: Scene, bytes: number): Promise<void> => {
  const Body = Buffer.alloc(bytes, 'abcdefg');
  await house.engine.s3.send(new PutObjectCommand({ Bucket: scope, Key: 'data/one', Body }));
};

const fired = async (scene: Scene): Promise<void> => {
  await scene.arrive(scope, 'data/one');
  await scene.work();
};

const schedules: readonly Scenario[] = [
  { name: 'schedule', act: schedule },
  { name: 'suspend a schedule', prepare: schedule, act: (scene) => suspend(scene, 'SUSPENDED') },
  {
    name: 'resume a schedule',
    prepare: async (scene) => {
      await schedule(scene);
      await suspend(scene, 'SUSPENDED');
    },
    act: (scene) => suspend(scene, 'RUNNING'),
  },
  {
    name: 'event',
    prepare: async (scene) => {
      await schedule(scene);
      await file(scene, 7);
    },
    act: fired,
  },
  {
    name: 'event of a large file',
    prepare: async (scene) => {
      await schedule(scene);
      await file(scene, 11 * 1024 ** 2);
    },
    act: fired,
  },
  {
    name: 'delete a schedule',
    prepare: async (scene) => {
      await schedule(scene);
      await file(scene, 7);
      await fired(scene);
    },
    act: async (scene) => {
      await scene.ask('removeSchedule', { path: await schedulePath(scene), key: 'delete' });
    },
  },
];

/** What changes something at the cloud happens once with each deployer. */
const onStacks = deployments
  .filter(({ name }) => !/reset/.test(name))
  .map((one): Scenario => ({ ...one, name: `AWS: ${one.name}`, deployer: 'cloudformation' }));

/** A job cannot be updated, started or stopped. */
const onQueues = deployments
  .filter(({ name }) => /^(create|delete)/.test(name))
  .map((one): Scenario => ({ ...one, name: `Batch: ${one.name}`, deployer: 'batch' }));

export const scenarios: readonly Scenario[] = [...deployments, ...onStacks, ...onQueues, ...schedules, ...dayTwo];
