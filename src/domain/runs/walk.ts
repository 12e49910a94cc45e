import type { CallState, RunActivity, RunEntry, RunStep } from './run.ts';

/** What the deployer has seen of the calls, by their keys. */
export type Seen = ReadonlyMap<string, CallState>;

type State = RunEntry['is'];

/** Where a run stands, and what is next. */
export interface Walked {
  readonly is: CallState;
  /** calls that may begin, or whose beginning goes on */
  readonly due: readonly string[];
  readonly entries: readonly (Omit<RunEntry, 'machines'> & { readonly calls?: readonly string[] })[];
  /** names of the steps whose failure nothing in the workflow follows */
  readonly failures: readonly string[];
}

/**
 * Follows a workflow as far as what was seen leads. Steps that nothing leads to come first, at once. A step begins when all
 * steps before it are over, one of them has led to it, and none that was to succeed has failed, unless that failure, or what came
 * after it, led to it. Else it is skipped. When a step fails and nothing of its `on_failure` is to come, nothing new begins.
 */
export const walk = (steps: readonly RunStep[], seen: Seen, prefix = ''): Walked => {
  const before = predecessorsOf(steps);
  const recovers = recoveriesIn(steps);
  const states = new Map<string, State>();
  const walked = new Map<string, Walked>();
  // a step is settled once all before it are: as many rounds as the longest chain
  for (let more = true; more; ) {
    more = false;
    for (const step of steps) {
      if (states.has(step.name)) continue;
      const leads = readiness(before.get(step.name) ?? [], states, recovers);
      if (leads === 'wait') continue;
      if (leads === 'begin') walked.set(step.name, walkStep(step, seen, `${prefix}${step.name}`));
      states.set(step.name, leads === 'begin' ? (walked.get(step.name)?.is ?? 'done') : 'skipped');
      more = true;
    }
  }
  const isFollowed = ({ onFailure }: RunStep): boolean => onFailure.some((next) => states.get(next) !== 'skipped');
  const failed = steps.filter((step) => states.get(step.name) === 'failed' && !isFollowed(step));
  const isFailing = failed.length > 0;
  const entries = steps.flatMap(
    (step) => walked.get(step.name)?.entries ?? unreached(step, `${prefix}${step.name}`, states.get(step.name)),
  );
  const isRunning = isFailing ? [...seen.values()].includes('running') : [...states.values()].includes('running');
  const isWaiting = steps.some(({ name }) => [undefined, 'waiting'].includes(states.get(name)));
  return {
    is: isRunning ? 'running' : isFailing ? 'failed' : isWaiting ? 'waiting' : 'done',
    due: [...walked.values()].flatMap(({ due }) => due).filter((key) => !isFailing || seen.get(key) === 'running'),
    entries,
    failures: failed.map(({ name }) => `${prefix}${name}`),
  };
};

interface Before {
  readonly name: string;
  readonly on: 'done' | 'failed';
}

const predecessorsOf = (steps: readonly RunStep[]): ReadonlyMap<string, readonly Before[]> => {
  const all = steps.flatMap(({ name, onSuccess, onFailure }) => [
    ...onSuccess.map((to) => ({ to, name, on: 'done' as const })),
    ...onFailure.map((to) => ({ to, name, on: 'failed' as const })),
  ]);
  return Map.groupBy(all, ({ to }) => to);
};

/** Whether a step that was done has come after the failure of another one. */
type Recovers = (failed: string, done: string) => boolean;

const recoveriesIn = (steps: readonly RunStep[]): Recovers => {
  const byName = new Map(steps.map((step) => [step.name, step]));
  return (failed, done) => {
    const reached = new Set(byName.get(failed)?.onFailure);
    for (const name of reached) {
      const { onSuccess = [], onFailure = [] } = byName.get(name) ?? {};
      for (const next of [...onSuccess, ...onFailure]) reached.add(next);
    }
    return reached.has(done);
  };
};

const readiness = (
  before: readonly Before[],
  states: ReadonlyMap<string, State>,
  recovers: Recovers,
): 'begin' | 'skip' | 'wait' => {
  const isOver = ({ name }: Before): boolean => ['done', 'failed', 'skipped'].includes(states.get(name) ?? '');
  if (before.length === 0) return 'begin';
  if (!before.every(isOver)) return 'wait';
  const leading = before.filter(({ name, on }) => states.get(name) === on);
  const missed = before.filter(({ name, on }) => on === 'done' && states.get(name) === 'failed');
  const isMade = missed.every((one) => leading.some(({ name }) => name === one.name || recovers(one.name, name)));
  return leading.length > 0 && isMade ? 'begin' : 'skip';
};

const unreached = (step: RunStep, path: string, state: State = 'waiting'): Walked['entries'] =>
  step.activities.map(({ what }) => ({ step: path, what, is: state === 'skipped' ? state : 'waiting' }));

/** Activities run one after the other. */
const walkStep = ({ activities }: RunStep, seen: Seen, path: string): Walked => {
  const all: Walked[] = [];
  for (const activity of activities) {
    const before = all.find(({ is }) => is !== 'done')?.is ?? 'done';
    all.push(before === 'done' ? walkActivity(activity, seen, path) : waiting(activity, path, before));
  }
  const last = all.findLast(({ is }) => is !== 'waiting');
  const isBegun = all.some(({ is }) => is === 'done');
  const isOver = all.every(({ is }) => is === 'done');
  const is = isOver ? 'done' : last === undefined ? 'waiting' : last.is === 'done' && isBegun ? 'running' : last.is;
  return {
    is,
    due: all.flatMap(({ due }) => due),
    entries: all.flatMap(({ entries }) => entries),
    failures: all.flatMap(({ failures }) => failures),
  };
};

const waiting = ({ what }: RunActivity, step: string, before: CallState): Walked => ({
  is: 'waiting',
  due: [],
  entries: [{ step, what, is: before === 'failed' ? 'skipped' : 'waiting' }],
  failures: [],
});

const walkActivity = (activity: RunActivity, seen: Seen, step: string): Walked => {
  const { what } = activity;
  if (activity.is === 'state') return { is: 'done', due: [], entries: [{ step, what, is: 'done' }], failures: [] };
  if (activity.is === 'steps') return walk(activity.steps, seen, `${step}/`);
  const { calls } = activity;
  const states = calls.map((key) => seen.get(key) ?? 'waiting');
  const is = together(states);
  const due = calls.filter((_, index) => states[index] === 'waiting' || states[index] === 'running');
  return { is, due: is === 'failed' ? [] : due, entries: [{ step, what, is, calls }], failures: [] };
};

/** Of the nodes of a group: what has begun goes on to its end, also where another one has failed. */
const together = (states: readonly CallState[]): CallState => {
  if (states.includes('running')) return 'running';
  if (states.includes('failed')) return 'failed';
  if (states.every((one) => one === 'done')) return 'done';
  return states.includes('done') ? 'running' : 'waiting';
};
