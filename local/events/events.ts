/** EventBridge on a laptop: the template's schedules, and its rules for events of Step Functions. */

import { randomUUID } from 'node:crypto';
import type { Functions } from '../functions/functions.ts';
import type { Cloud } from '../template/cloud.ts';
import { account, region } from '../template/names.ts';
import { matches } from '../template/rules.ts';

/** Sends an event to the functions of every rule that matches it. Throws when one of them throws. */
export const eventBus =
  ({ rules }: Pick<Cloud, 'rules'>, { invoke }: Pick<Functions, 'invoke'>) =>
  async (event: object): Promise<void> => {
    const targets = rules.filter(({ pattern }) => matches(pattern, event)).flatMap(({ functionArns }) => functionArns);
    await Promise.all(targets.map((arn) => invoke(arn, event)));
  };

export interface Schedules {
  stop(): void;
}

/**
 * Runs each schedule's functions at once and then at its rate, or more often with a `pace` below 1. A function that is still
 * running is not started again.
 */
export const startSchedules = (
  { schedules }: Pick<Cloud, 'schedules'>,
  { invoke }: Pick<Functions, 'invoke'>,
  pace = 1,
): Schedules => {
  const timers = schedules.flatMap(({ name, everySeconds, functionArns }) =>
    functionArns.map((arn) => {
      const tick = unlessRunning(async () => {
        try {
          await invoke(arn, scheduledEvent(name));
        } catch (error) {
          console.error(`schedule ${name}:`, error);
        }
      });
      tick();
      return setInterval(tick, everySeconds * 1000 * pace);
    }),
  );
  return { stop: () => timers.forEach(clearInterval) };
};

const unlessRunning = (work: () => Promise<void>): (() => void) => {
  let running = false;
  return () => {
    if (running) return;
    running = true;
    void work().finally(() => {
      running = false;
    });
  };
};

/** EventBridge's event of a schedule (EventBridge user guide, "Scheduled events"). */
const scheduledEvent = (rule: string): object => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account,
  time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
  region,
  resources: [`arn:aws:events:${region}:${account}:rule/${rule}`],
  detail: {},
});
