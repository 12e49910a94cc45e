import type { TimelineEvent } from '../../../../client/types.ts';
import type { ViewResource } from '../../../data/view.ts';
import { type Job, jobIn, stateOf } from './job.ts';

/**
 * The job of each resource: what Batch says now (`records`, JSON by resource), else what the timeline tells, since nothing else is
 * left of a job once its attempt is given up.
 */
export const jobsOf = (
  resources: readonly Pick<ViewResource, 'id' | 'node'>[],
  records: ReadonlyMap<string, string>,
  events: readonly TimelineEvent[],
): ReadonlyMap<string, Job> => {
  const past = Map.groupBy(jobsInEvents(events), ({ node }) => node);
  const seen = new Map<string, number>();
  return new Map(
    resources.flatMap(({ id, node }) => {
      const index = seen.get(node) ?? 0;
      seen.set(node, index + 1);
      const job = jobIn(records.get(id)) ?? past.get(node)?.[index]?.job;
      return job === undefined ? [] : [[id, job] as const];
    }),
  );
};

interface Past {
  readonly node: string;
  readonly job: Job;
}

const ending = /-(?<what>queued|started|ended)$/;
const message = /^provider \S+: job (?<node>\S+) (?<said>.*)$/s;

/** Those of the last attempt, in the order in which they were queued. */
const jobsInEvents = (events: readonly TimelineEvent[]): readonly Past[] => {
  const latest = Math.max(...events.map(({ attempt = 0 }) => attempt));
  const found = new Map<string, Past>();
  for (const event of events) {
    const { what = '' } = ending.exec(event.name)?.groups ?? {};
    const id = what && /-job-(.+)/.exec(event.name.slice(0, -what.length - 1))?.[1];
    const { node, said } = message.exec(event.message)?.groups ?? {};
    if (!id || node === undefined || said === undefined || event.attempt !== latest) continue;
    const before = found.get(id)?.job ?? { ...nothing, id };
    found.set(id, { node, job: { ...before, ...change(what, said, event.at) } });
  }
  return [...found.values()];
};

const nothing: Job = {
  ...{ id: '', said: 'SUBMITTED', state: stateOf('SUBMITTED'), queue: undefined },
  ...{ queuedAt: undefined, startedAt: undefined, endedAt: undefined, exitCode: undefined },
  ...{ repeats: 0, why: undefined, size: '', image: undefined, command: undefined, array: undefined },
};

const status = (said: string): Pick<Job, 'said' | 'state'> => ({ said, state: stateOf(said) });

const change = (what: string | undefined, said: string, at: string): Partial<Job> => {
  if (what === 'queued') return { ...status('RUNNABLE'), queuedAt: at, queue: /^is in queue (\S+)/.exec(said)?.[1] };
  if (what === 'started') return { ...status('RUNNING'), startedAt: at };
  if (said.startsWith('has succeeded')) return { ...status('SUCCEEDED'), endedAt: at, exitCode: 0 };
  const code = /^failed with exit code (\d+)/.exec(said)?.[1];
  const tries = /after (\d+) attempts/.exec(said)?.[1];
  return {
    ...{ ...status('FAILED'), endedAt: at, why: said.replace(/^failed[^:]*: /, '') },
    ...(code !== undefined && { exitCode: Number(code) }),
    ...(tries !== undefined && { repeats: Number(tries) - 1 }),
  };
};
