/** A file that arrived for one schedule, and what a test may let happen between any two calls of a port. */

import { PutObjectCommand } from '@aws-sdk/client-s3';
import { step as beginEvent } from '../../functions/tasks/begin-event.ts';
import { step as failEvent } from '../../functions/tasks/fail-event.ts';
import { step as replicateFile } from '../../functions/tasks/replicate-file.ts';
import { step as startEventDeployment } from '../../functions/tasks/start-event-deployment.ts';
import { createSchedule } from '../../src/domain/schedules/create-schedule.ts';
import { eventId, matchFiles } from '../../src/domain/schedules/match-files.ts';
import type { Schedule, ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import type { ScheduleRequest } from '../../src/domain/schedules/schedule-request.ts';
import type { ManualClock } from '../domain/deployments/world.ts';
import { owner, scope, template, type World } from '../e2e/schedules/world.ts';
import { reads } from './interruption.ts';
import { noteCall } from './kinds-of-calls.ts';
import { Killed, type Ran, type RunOptions, run, type Steps } from './machines.ts';

export const stepsOf = (ports: World): Steps => ({
  BeginEvent: beginEvent(ports),
  FailEvent: failEvent(ports),
  ReplicateFile: replicateFile(ports),
  StartEventDeployment: startEventDeployment(ports),
});

const rule: ScheduleRequest = {
  template,
  parameters: { url: '${file.url}' },
  limits: { providerTimeoutMins: 60, keepLastAttempt: false },
  callback: 'https://receiver.example.org/hook',
  fileExpression: '',
  replicationExpression: '*',
  numberOfReplicas: 2,
};

let files = 0;

/** A schedule of its own for a file of its own, which is there; nobody was told of it yet. */
export const scheduled = async (world: World, body: string | Uint8Array = 'content', changes = {}) => {
  files += 1;
  const file = { scope, name: `data/${files}` };
  const request = { ...rule, fileExpression: `${scope}:data/${files}`, ...changes };
  const schedule = await createSchedule(world, request, owner);
  await world.s3.send(new PutObjectCommand({ Bucket: scope, Key: file.name, Body: body }));
  return { schedule, file };
};

export const tell = (ports: World, { scope: bucket, name: key }: { readonly scope: string; readonly name: string }) => {
  const notice = { eventName: 'ObjectCreated:Put', s3: { bucket: { name: bucket }, object: { key } } };
  return matchFiles(ports)({ Records: [{ messageId: 'one', body: JSON.stringify({ Records: [notice] }) }] });
};

export interface Arrived {
  readonly schedule: Schedule;
  readonly event: ScheduleEvent;
}

export const arrived = async (world: World, ...rest: [(string | Uint8Array)?, object?]): Promise<Arrived> => {
  const { schedule, file } = await scheduled(world, ...rest);
  await tell(world, file);
  const event = await world.scheduleEvents.find(eventId(schedule.id, file));
  if (!event) throw new Error('no event was recorded');
  return { schedule, event };
};

export const refOf = ({ id: eventId, deploymentId, operationId }: ScheduleEvent) => ({
  eventId,
  deploymentId,
  operationId,
});

export const fire = (world: World, event: ScheduleEvent, options: Partial<RunOptions> = {}): Promise<Ran> =>
  run('fire-schedule', refOf(event), { steps: stepsOf(world), clock: world.clock as ManualClock, ...options });

const ports = [
  'schedules',
  'scheduleIndex',
  'scheduleEvents',
  'deployments',
  'resources',
  'files',
  'replicas',
  'workflows',
  'eventWorkflows',
  'backfills',
  'backfillWorkflows',
  'fileLists',
] as const satisfies readonly (keyof World)[];

/** The world, with something that happens right after its n-th call that counts. */
const after = (
  world: World,
  calls: number,
  counts: (method: string | symbol) => boolean,
  happens: () => Promise<void>,
) => {
  const seen = { calls: 0 };
  const guard = (port: object, of: string) =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
        if (typeof method !== 'function') return method; // a port may lack it
        return async (...given: unknown[]) => {
          if (seen.calls >= calls) await happens(); // the dead stay dead
          const result = await method.apply(target, given);
          if (!counts(name)) return result;
          seen.calls += 1;
          noteCall(`${of}.${String(name)}`, given);
          if (seen.calls === calls) await happens();
          return result;
        };
      },
    });
  const guarded = Object.fromEntries(ports.map((name) => [name, guard(world[name], name)]));
  return { ...world, ...guarded };
};

/** The process dies right after its n-th call that changes something; undefined once n is more than those calls. */
export const killedAfter = async (
  world: World,
  calls: number,
  work: (guarded: World, isDead: () => boolean) => Promise<unknown>,
): Promise<true | undefined> => {
  const process = { dead: false };
  const die = async () => {
    process.dead = true;
    throw new Killed('the process died');
  };
  const guarded = after(world, calls, (method) => !reads.has(method), die);
  await work(guarded, () => process.dead).catch((error: unknown) => {
    if (!process.dead) throw error;
  });
  return process.dead || undefined;
};

/** Something happens once, right after the n-th call; undefined once n is more than the calls there are. */
export const disturbedAfter = async (
  world: World,
  calls: number,
  work: (guarded: World) => Promise<unknown>,
  happens: () => Promise<unknown>,
): Promise<true | undefined> => {
  const disturbance = { happened: false };
  const always = () => true;
  const guarded = after(world, calls, always, async () => {
    if (disturbance.happened) return;
    disturbance.happened = true;
    await happens();
  });
  await work(guarded);
  return disturbance.happened || undefined;
};
