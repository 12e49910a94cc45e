import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ConflictError,
  InvalidError,
  NotFoundError,
  TooLargeError,
  UnavailableError,
} from '../../src/foundation/errors.ts';
import { ManualClock } from '../domain/deployments/world.ts';
import { type World, worldOver } from '../e2e/schedules/world.ts';
import { type Engine, directEngine as startEngine } from '../support/engine.ts';
import { arrived, fire, stepsOf } from './fire-schedule-world.ts';
import { definitionOf } from './machines.ts';

const mebibyte = 1024 ** 2;
let engine: Engine;
let world: World;
beforeAll(async () => {
  engine = await startEngine();
  world = await worldOver(engine, 5 * mebibyte, new ManualClock());
});
afterAll(() => engine?.stop());

const [begin, replicate, start] = ['Begin the event', 'Replicate the file', 'Start the deployment'];
const isDone = 'Is the file replicated?';
const refuse = 'Fail the event';

describe('fire-schedule', () => {
  it('replicates a file and starts its deployment, in three transitions, however many copies there are', async () => {
    for (const numberOfReplicas of [1, 2, 3]) {
      const { event } = await arrived(world, 'content', { numberOfReplicas });
      const ran = await fire(world, event);
      expect(ran).toMatchObject({ status: 'SUCCEEDED', path: [begin, replicate, start] });
      expect(ran.transitions).toBe(3);
      expect(ran.express.calls.get('ReplicateFile')).toBe(numberOfReplicas);
    }
  });

  it('copies a large file in parts, eight in a call, and leaves no upload', async () => {
    const { event } = await arrived(world, Buffer.alloc(11 * mebibyte, 'x'), { numberOfReplicas: 1 });
    const ran = await fire(world, event);
    expect(ran.express.calls.get('ReplicateFile')).toBe(3); // begun, copied, completed
    const [replica] = (await world.scheduleEvents.find(event.id))?.replicas ?? [];
    expect(replica).toMatchObject({ done: true });
    expect(replica).not.toHaveProperty('upload');
    expect((await world.s3.send(new ListMultipartUploadsCommand({ Bucket: replica?.bucket }))).Uploads ?? []).toEqual(
      [],
    );
  });

  it.each([
    ['the template cannot be deployed any more', new InvalidError('an import is gone')],
    ['the file makes the parameters too large', new TooLargeError('more than 400 KB')],
    ['the schedule was deleted', new NotFoundError('the schedule was deleted')],
  ])('says so when %s, and succeeds itself', async (_, error) => {
    const { event } = await arrived(world);
    const BeginEvent = () => Promise.reject(error);
    const ran = await fire(world, event, { steps: { ...stepsOf(world), BeginEvent } });
    expect(ran).toMatchObject({ status: 'SUCCEEDED', path: [begin, refuse] });
    const reason = error.message;
    expect(await world.scheduleEvents.find(event.id)).toMatchObject({ replicationStatus: 'STUCK', reason });
  });

  it.each(['BeginEvent', 'ReplicateFile', 'StartEventDeployment'])(
    'ends as FAILED when %s fails in a way that nobody foresaw, and leaves all as it is for another execution',
    async (step) => {
      const { event } = await arrived(world);
      const steps = { ...stepsOf(world), [step]: () => Promise.reject(new ConflictError('an internal matter')) };
      const ran = await fire(world, event, { steps });
      expect(ran).toMatchObject({ status: 'FAILED' });
      const seen = await world.scheduleEvents.find(event.id);
      expect(seen?.replicationStatus).toBe(step === 'StartEventDeployment' ? 'OK' : 'REPLICATING');
      const deployment = await world.deployments.find(event.deploymentId);
      if (step === 'BeginEvent') expect(deployment).toBeUndefined();
      else expect(deployment).toMatchObject({ status: 'CREATE_IN_PROGRESS', task: 'DMS' });
      expect(await fire(world, event)).toMatchObject({ status: 'SUCCEEDED' });
    },
  );

  it('tries again what did not answer', async () => {
    const { event } = await arrived(world);
    const steps = stepsOf(world);
    let failures = 6;
    const ReplicateFile = async (input: unknown) => {
      failures -= 1;
      if (failures >= 0) throw new UnavailableError('S3 did not answer');
      return steps['ReplicateFile']?.(input);
    };
    const ran = await fire(world, event, { steps: { ...steps, ReplicateFile } });
    expect(ran).toMatchObject({ status: 'SUCCEEDED', path: [begin, replicate, start] });
  });

  it.each([
    ['again', replicate],
    ['rest', 'Wait to replicate the file'],
  ])('starts no deployment before the file is there: %s', async (next, then) => {
    const { event } = await arrived(world);
    const steps = stepsOf(world);
    const answers: unknown[] = [{ next, pauseSeconds: 1 }];
    const ReplicateFile = async (input: unknown) => answers.shift() ?? steps['ReplicateFile']?.(input);
    const ran = await fire(world, event, { steps: { ...steps, ReplicateFile } });
    const path = [begin, replicate, start, isDone, ...(then === replicate ? [] : [then]), replicate, start];
    expect(ran).toMatchObject({ status: 'SUCCEEDED', path });
  });
});

describe('the definition of fire-schedule', () => {
  const { States } = definitionOf('fire-schedule');
  it('has a way out of every step for every error that the step names', () => {
    for (const [name, state] of Object.entries(States).filter(([, { Type }]) => Type === 'Task')) {
      for (const { Next } of state.Catch ?? []) expect(Object.keys(States), name).toContain(Next);
    }
  });
});
