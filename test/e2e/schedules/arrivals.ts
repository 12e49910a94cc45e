/**
 * Many files against many schedules, with everything that can go wrong on the way to an event: notifications twice and
 * out of order, and a matcher that dies before or after any call.
 */

import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beginEvent } from '../../../src/domain/schedules/begin-event.ts';
import { createSchedule } from '../../../src/domain/schedules/create-schedule.ts';
import { eventId, matchFiles } from '../../../src/domain/schedules/match-files.ts';
import { replicateFile } from '../../../src/domain/schedules/replicate-file.ts';
import { type File, type Schedule, type ScheduleEvent, textOf } from '../../../src/domain/schedules/schedule.ts';
import { startEventDeployment } from '../../../src/domain/schedules/start-event-deployment.ts';
import { NotReadyError } from '../../../src/foundation/errors.ts';
import { type Chance, chance } from './chance.ts';
import { expressionNumber, matchesAsIs, nameNumber } from './expected.ts';
import { type Mortal, mortal } from './mortal.ts';
import { owner, scope, template, type World } from './world.ts';

export interface Arrivals {
  readonly files: number;
  readonly schedules: number;
  readonly seed: number;
  /** how likely the matcher is to die at one call of a port */
  readonly deadliness: number;
}

export interface Outcome {
  readonly expected: ReadonlySet<string>;
  readonly events: readonly ScheduleEvent[];
  readonly deployments: number;
  readonly deaths: number;
  readonly deliveries: number;
}

/** Puts the files, delivers until nothing is left, runs the workflows that were started, and counts what there is. */
export const arrive = async (world: World, wish: Arrivals): Promise<Outcome> => {
  const dice = chance(wish.seed);
  const schedules = await makeSchedules(world, wish.schedules);
  const files = Array.from({ length: wish.files }, (_, index): File => ({ scope, name: nameNumber(dice, index) }));
  for (const { scope: Bucket, name: Key } of files)
    await world.s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  const told = await deliver(world, files, wish.deadliness, dice);
  for (const event of world.fired.values()) await runWorkflow(world, event);
  const events = (await Promise.all(schedules.map(({ id }) => eventsOf(world, id)))).flat();
  const page = { page: 0, size: 1, sort: 'createdAt', direction: 'asc' } as const;
  const { totalElements } = await world.deployments.list({ of: 'all' }, page);
  return { expected: expectedOf(schedules, files), events, deployments: totalElements, ...told };
};

const makeSchedules = async (world: World, count: number): Promise<readonly Schedule[]> => {
  const made: Schedule[] = [];
  for (let index = 0; index < count; index++) {
    const fileExpression = expressionNumber(index, scope);
    const rule = { fileExpression, replicationExpression: 'tier<2', numberOfReplicas: 1 };
    const limits = { providerTimeoutMins: 60, keepLastAttempt: false };
    const parameters = { url: '${file.url}' };
    made.push(await createSchedule(world, { template, parameters, limits, ...rule }, owner));
  }
  return made;
};

const expectedOf = (schedules: readonly Schedule[], files: readonly File[]): ReadonlySet<string> =>
  new Set(
    schedules.flatMap(({ id, fileExpression }) =>
      files.filter((file) => matchesAsIs(fileExpression, textOf(file))).map((file) => eventId(id, file)),
    ),
  );

const bodyOf = ({ scope: name, name: key }: File): string =>
  JSON.stringify({
    Records: [
      {
        eventName: 'ObjectCreated:Put',
        s3: { bucket: { name }, object: { key: encodeURIComponent(key).replaceAll('%20', '+') } },
      },
    ],
  });

/** A queue that forgets a message only when its batch says so; a matcher that dies says nothing. */
const deliver = async (world: World, files: readonly File[], deadliness: number, dice: Chance) => {
  let queue = dice.shuffle([...files, ...files.filter(() => dice.below(2) === 0)].map(bodyOf));
  let [deaths, deliveries] = [0, 0];
  while (queue.length > 0) {
    const batch = queue.slice(0, 10).map((body, index) => ({ messageId: `${index}`, body }));
    const process: Mortal<World> = mortal(
      world,
      ['scheduleIndex', 'scheduleEvents', 'eventWorkflows'],
      deadliness,
      dice,
    );
    const answer = await quietly(() => matchFiles(process.ports)({ Records: batch }));
    deliveries += batch.length;
    if (process.isDead()) deaths += 1;
    const failed = process.isDead() ? batch : batch.filter(({ messageId }) => isFailed(answer, messageId));
    queue = dice.shuffle([...queue.slice(10), ...failed.map(({ body }) => body)]);
  }
  return { deaths, deliveries };
};

type Answer = Awaited<ReturnType<ReturnType<typeof matchFiles>>>;
const isFailed = ({ batchItemFailures }: Answer, id: string): boolean =>
  batchItemFailures.some(({ itemIdentifier }) => itemIdentifier === id);

/** The matcher says what failed, which is every death's doing here. */
const quietly = async <T>(run: () => Promise<T>): Promise<T> => {
  const { error } = console;
  console.error = () => undefined;
  try {
    return await run();
  } finally {
    console.error = error;
  }
};

/** The steps of fire-schedule in their order, each twice: Step Functions may repeat any of them. */
const runWorkflow = async (world: World, { id: eventId, deploymentId, operationId }: ScheduleEvent): Promise<void> => {
  const ref = { eventId, deploymentId, operationId };
  for (let time = 0; time < 2; time++) await beginEvent(world)(ref);
  for (;;) {
    const outcome = await replicateFile(world)(ref).catch((error: unknown) => error);
    if (outcome === undefined) break;
    if (!(outcome instanceof NotReadyError)) throw outcome;
  }
  await startEventDeployment(world)(ref);
};

const eventsOf = async ({ scheduleEvents }: World, scheduleId: string): Promise<readonly ScheduleEvent[]> => {
  const all: ScheduleEvent[] = [];
  let cursor: string | undefined;
  do {
    const request = { page: 0, size: 500, sort: 'createdAt', direction: 'asc' } as const;
    const page = await scheduleEvents.list(scheduleId, cursor === undefined ? request : { ...request, cursor });
    all.push(...page.content);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
};
