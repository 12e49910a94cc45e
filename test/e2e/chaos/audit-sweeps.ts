/** What the sweep had to end: only work whose process was killed may need that. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sweepLogLines } from '../../../src/domain/deployments/finishing/sweep.ts';
import type { Audit } from './audit.ts';
import { type ExecutionRow, executionsOf } from './settle.ts';

/** A line of the log: the sweep ended something. */
interface Ended {
  readonly timestamp: string;
  readonly message: string;
  readonly deploymentId?: string;
  readonly operationId?: string;
  readonly actionId?: string;
  readonly notificationId?: string;
  readonly endedBy?: string;
}

type AcceptedQueue = Pick<ExecutionRow, 'name' | 'startedAt'>;

/** A workflow that never began is looked for this soon on a laptop: it was to begin at most so long before. */
const notStartedMs = 3 * 60_000;

/** `kills`: instants at which the service was killed, in milliseconds since 1970. */
export const endedUnkilled = (
  log: string,
  executions: readonly AcceptedQueue[],
  kills: readonly number[],
): readonly string[] =>
  endedIn(log).flatMap((line) => {
    const ended = Date.parse(line.timestamp);
    const name = line.actionId ?? line.notificationId ?? line.operationId ?? '';
    const starts = executions.filter((one) => name !== '' && one.name.startsWith(name)).map((one) => one.startedAt);
    const began = Math.min(...starts, ended);
    const from = starts.length > 0 ? began : ended - notStartedMs;
    if (kills.some((at) => at >= from && at <= ended)) return [];
    return [`${line.message}: ${name} of ${line.deploymentId ?? 'a callback'} (${line.endedBy ?? 'no error'})`];
  });

const lines: readonly string[] = Object.values(sweepLogLines);

/** The log has lines of others too, which are no JSON, and may be cut off where the process died. */
const endedIn = (log: string): readonly Ended[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{') && lines.some((message) => line.includes(JSON.stringify(message))))
    .map((line) => JSON.parse(line) as Ended)
    .filter(({ message }) => lines.includes(message));

export const auditSweeps: readonly Audit[] = [
  {
    name: 'the sweep ended nothing but what was killed',
    faults: ({ stack }) =>
      endedUnkilled(
        readFileSync(join(stack.home, 'service.log'), 'utf8'),
        executionsOf(stack.home),
        stack.service.kills(),
      ),
  },
];
