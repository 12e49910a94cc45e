/** Keeps a matcher running that is killed again and again, and hands it what an unreliable queue would. */

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Functions } from '../../../local/functions/functions.ts';
import type { Chance } from './chance.ts';
import type { Said } from './matcher.ts';

export interface MortalMatcher extends Pick<Functions, 'invoke'> {
  /** deaths, those of them with batches in hand, records handed over, and those that had been before */
  readonly seen: { deaths: number; holding: number; deliveries: number; duplicates: number };
  stop(): void;
}

interface Record {
  readonly messageId: string;
  readonly body: string;
}

interface Life {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly pending: Map<number, PromiseWithResolvers<unknown>>;
  doomed: boolean;
}

/** Milliseconds that a matcher has after its first batch. */
const longestLife = 600;

export const mortalMatcher = (dice: Chance, deaths: number): MortalMatcher => {
  const seen = { deaths: 0, holding: 0, deliveries: 0, duplicates: 0 };
  const disorder = disorderly(dice, seen);
  let [current, spare] = [begin(), begin()];
  let calls = 0;
  const bury = (life: Life): void => {
    seen.deaths += 1;
    if (life.pending.size > 0) seen.holding += 1;
    for (const { reject } of life.pending.values()) reject(new Error('the matcher was killed'));
    if (life !== current) return;
    [current, spare] = [spare, begin()];
  };
  const doom = (life: Life): void => {
    if (life.doomed || seen.deaths >= deaths) return;
    life.doomed = true;
    life.child.once('exit', () => bury(life));
    setTimeout(() => life.child.kill('SIGKILL'), dice.below(longestLife));
  };
  return {
    seen,
    invoke: async (_, event) => {
      const life = current;
      const id = calls++;
      const answer = Promise.withResolvers<unknown>();
      life.pending.set(id, answer);
      await life.ready;
      doom(life);
      life.child.send({ id, event: { Records: disorder((event as { Records: readonly Record[] }).Records) } });
      return answer.promise.finally(() => life.pending.delete(id));
    },
    stop: () => {
      for (const { child } of [current, spare]) child.kill('SIGKILL');
    },
  };
};

const begin = (): Life => {
  const child = fork(join(import.meta.dirname, 'matcher.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const pending: Life['pending'] = new Map();
  // a batch that is sent to one that has just died: its end is told by `exit`
  child.on('error', () => undefined);
  child.on('message', (said: Said) => {
    if (said === 'ready') return resolve();
    const answer = pending.get(said.id);
    if (said.failure === undefined) answer?.resolve(said.answer);
    else answer?.reject(new Error(said.failure));
  });
  return { child, ready, pending, doomed: false };
};

/** Another order, and now and then a record that came long ago: the queue is told of its own ones only. */
const disorderly = (dice: Chance, seen: MortalMatcher['seen']) => {
  const past: Record[] = [];
  return (records: readonly Record[]): readonly Record[] => {
    const again = past
      .filter(() => dice.below(past.length) < 3)
      .map((old) => ({ ...old, messageId: `again-${old.messageId}` }));
    past.push(...records);
    seen.deliveries += records.length + again.length;
    seen.duplicates += again.length;
    return dice.shuffle([...records, ...again]);
  };
};
