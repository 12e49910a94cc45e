/** Executions that are open at the same time: this quota limits how many exist, not how many start. */

import { table, whole } from './markdown.ts';
import { openExecutions } from './quotas.ts';
import { creation, deletion, readySeconds, type Step } from './work.ts';

/** a callback is tried for a day before the service gives it up: statemachines/notify-callback.asl.json */
const daySeconds = 24 * 60 * 60;
/** the execution that creates the deployment waits for the one that tries a provider */
const whileCreating = 2;

const secondsOf = (steps: readonly Step[]): number =>
  steps.reduce((sum, { after, seconds }) => sum + after + seconds, 0);

const callbacks = [...creation, ...deletion].filter(({ name }) => name === 'send the callback').length;

/** The seconds of open executions that one deployment causes, from its creation to its deletion. */
export const openSeconds = (eachCallback: number): number =>
  whileCreating * readySeconds + secondsOf(deletion) + callbacks * eachCallback;

/** The deployments per hour at which the quota is reached. */
export const openMetAt = (eachCallback: number): number => (openExecutions / openSeconds(eachCallback)) * 3600;

export const openTable = (): string =>
  table(
    [`Executions open at one time, of ${whole(openExecutions)}`, 'at 1,000 an hour', 'at 100,000 an hour', 'met at'],
    [
      ['every receiver takes its callbacks', 0.3] as const,
      [`no receiver does: ${callbacks} callbacks for each deployment, a day each`, daySeconds] as const,
    ].map(([what, each]) => [
      what,
      ...[1_000, 100_000].map((load) => whole((openSeconds(each) * load) / 3600)),
      `${whole(Math.round(openMetAt(each) / 100) * 100)} an hour`,
    ]),
  );
