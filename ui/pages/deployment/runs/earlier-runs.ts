import type { TimelineEvent } from '../../../../client/types.ts';

/** A run that the timeline still tells of. */
export interface EarlierRun {
  /** id of its operation */
  readonly operation: string;
  /** such as `the workflow backup` */
  readonly what: string;
  readonly at: string;
  readonly by: string | undefined;
  /** what became of it, in the words of the timeline; undefined: it does not tell */
  readonly result: string | undefined;
}

const acceptance = /^the run of (.+) was accepted$/s;

/** Newest first. The service keeps the steps of the last run alone; `events` are oldest first. */
export const runsIn = (events: readonly TimelineEvent[]): readonly EarlierRun[] => {
  const byOperation = Map.groupBy(events, ({ operation }) => operation);
  return events
    .flatMap(({ kind, message, operation, at, requestedBy }): readonly EarlierRun[] => {
      const [, what] = (kind === 'ACCEPTED' && acceptance.exec(message)) || [];
      if (what === undefined || operation === undefined) return [];
      const end = byOperation.get(operation)?.findLast((event) => event.message.startsWith(`${what}: `));
      const result = end?.message.slice(what.length + 2);
      return [{ operation, what, at, by: requestedBy?.subject, result: result === 'running' ? undefined : result }];
    })
    .toReversed();
};
