/** What the workflows and the container of one file cost. What functions, tables and files cost is in docs/cost.md. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { definitionText, isExpress, workflowNames } from '../lib/workflows/definitions.ts';
import { assumptions, prices } from './cost/prices.ts';

interface Counted {
  readonly transitions: number;
  /** runs of Express workflows */
  readonly express: number;
}

interface State {
  readonly Resource?: string;
}

/** States that run an Express workflow and wait for its answer. */
const polling = new Set(
  workflowNames()
    .filter((name) => !isExpress(name))
    .flatMap((name) =>
      Object.entries((JSON.parse(definitionText(name)) as { readonly States: Record<string, State> }).States)
        .filter(([, { Resource = '' }]) => Resource.endsWith('startSyncExecution'))
        .map(([state]) => state),
    ),
);

/** Counted in the histories of all executions that a laptop keeps: states entered, and retries, as Step Functions bills them. */
export const transitionsIn = (home: string): Counted => {
  const db = new DatabaseSync(join(home, 'data', 'executions.db'), { readOnly: true });
  try {
    const events = db
      .prepare('SELECT history FROM executions')
      .all()
      .flatMap(
        ({ history }) => JSON.parse(String(history ?? '[]')) as { readonly type: string; readonly state?: string }[],
      );
    const entered = events.filter(({ type }) => type.endsWith('StateEntered'));
    return {
      transitions: entered.length + events.filter(({ type }) => type.endsWith('Retried')).length,
      express: entered.filter(({ state = '' }) => polling.has(state)).length,
    };
  } finally {
    db.close();
  }
};

/** Fargate on Linux/X86 in us-east-1, for an hour, and the least that it bills. */
const fargate = { cpuHour: 0.04048, gigabyteHour: 0.004445, leastHours: 1 / 60 };

/** The smallest job. */
const smallest = { cpus: 0.25, gigabytes: 0.5 };

/** An Express run waits for about as long as a job of a minute. */
const expressSeconds = 60;

/** In US dollars. */
export const costOf = ({ transitions, express }: Counted, files: number) => {
  const workflows = (transitions / files) * prices.stateTransition;
  const run = prices.expressRun + expressSeconds * assumptions.expressGigabytes * prices.expressGigabyteSecond;
  const waiting = (express / files) * run;
  const perHour = smallest.cpus * fargate.cpuHour + smallest.gigabytes * fargate.gigabyteHour;
  const container = perHour * fargate.leastHours;
  const shown = (dollars: number): string => dollars.toFixed(6);
  return {
    dollars: workflows + waiting + container,
    parts: `${shown(workflows)} for transitions, ${shown(waiting)} for waiting, ${shown(container)} for a minute of the smallest container`,
  };
};
