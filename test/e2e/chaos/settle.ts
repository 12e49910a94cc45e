/** Waiting until everything that was begun has ended, and the laptop's own records of what still runs. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MachineTime } from './machine-time.ts';

export interface ExecutionRow {
  readonly arn: string;
  readonly name: string;
  readonly status: string;
  /** milliseconds since 1970 */
  readonly startedAt: number;
  readonly input: string;
  readonly text: string;
}

/** Rows of a database of the laptop, which goes on writing to it. */
const rowsOf = (home: string, file: string, query: string): readonly Record<string, unknown>[] => {
  const db = new DatabaseSync(join(home, 'data', file), { readOnly: true });
  try {
    return db.prepare(query).all();
  } finally {
    db.close();
  }
};

/** All executions, each with all that is kept of it as one text. */
export const executionsOf = (home: string): readonly ExecutionRow[] =>
  rowsOf(home, 'executions.db', 'SELECT * FROM executions').map((row) => ({
    arn: `${row['arn']}`,
    name: `${row['name']}`,
    status: `${row['status']}`,
    startedAt: Number(row['startedAt']),
    input: `${row['input']}`,
    text: ['input', 'output', 'error', 'cause', 'history'].map((column) => row[column] ?? '').join('\n'),
  }));

export const isCallback = ({ arn }: Pick<ExecutionRow, 'arn'>): boolean => /notify-?callback/i.test(arn);

/** What is still to be done; a callback that its receiver refuses is tried for a day, and is no reason to wait. */
export const unfinished = (home: string): readonly string[] => [
  ...rowsOf(home, 'executions.db', "SELECT arn FROM executions WHERE status = 'RUNNING'")
    .map(({ arn }) => `${arn}`)
    .filter((arn) => !isCallback({ arn })),
  ...rowsOf(home, 'notifications.db', 'SELECT body FROM messages').map(({ body }) => `file ${body}`),
];

export interface Settled {
  /** until nothing was left to do; undefined: it was not within the time */
  readonly seconds: number | undefined;
  /** what was waited for, with the second in which it was seen last; latest first */
  readonly waitedFor: ReadonlyMap<string, number>;
}

/** Waits until nothing is left to do, twice in a row, for `most` seconds of `time`. `left` says in words what is. */
export const settle = async (
  left: () => Promise<readonly string[]>,
  most: number,
  time: Pick<MachineTime, 'now'>,
): Promise<Settled> => {
  const began = time.now();
  const lastSeen = new Map<string, number>();
  let quiet = 0;
  for (;;) {
    const now = await left();
    const seconds = (time.now() - began) / 1000;
    for (const what of now) lastSeen.set(what, Math.ceil(seconds));
    quiet = now.length > 0 ? 0 : quiet + 1;
    if (quiet === 2 || seconds > most) {
      const waitedFor = new Map([...lastSeen].sort(([, a], [, b]) => b - a));
      return { seconds: quiet === 2 ? seconds : undefined, waitedFor };
    }
    await sleep(1_000);
  }
};
