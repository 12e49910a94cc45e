/** A run of what the template defines, from its acceptance on: docs/decisions/0092. */

import { ProviderFailedError } from '../../../foundation/errors.ts';
import type { Verdict } from '../../deployers/policy.ts';
import type { SeenCalls } from '../../runs/calls.ts';
import type { Run, RunEntry, RunPlan, RunProgress } from '../../runs/run.ts';
import { type Walked, walk } from '../../runs/walk.ts';
import { copyLog } from '../polling/copy-log.ts';
import { notThere, unlessGone } from '../polling/gone.ts';
import { whileAnswering } from '../polling/outage.ts';
import { withLog } from '../polling/read-infrastructure.ts';
import { waitingIfNotReady } from '../polling/waiting-if-not-ready.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import { elapsed, inMinutes, isPast } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { report } from '../reporting/report.ts';
import { lostInfrastructure } from './lost-infrastructure.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'resources' | 'files' | 'timeline' | 'deployerOf'>;

/** A list may not show a command that was sent just before: so long after the first look at a stop, what runs is looked for again. */
const unseenSeconds = 15;

/** So long before a deadline nothing is sent any more: the look at the deadline, which is the last one, has to see all that it cancels. */
const closingSeconds = 2 * unseenSeconds;

/** Nothing is sent yet: the first poll does that. */
export const beginRun = async (
  { attempts, clock }: Ports,
  { deploymentId, number }: SubmittedAttempt,
): Promise<void> => {
  const now = clock.now().toISOString();
  await attempts.record(deploymentId, number, { askedAt: now, answeredAt: now, configuredAt: undefined });
};

/** One look at the run, and what is next of it. Ready when it is over, however it ended: the infrastructure is as it was. */
export const readRun = (ports: Ports, deployment: Deployment, attempt: SubmittedAttempt): Promise<Verdict> =>
  waitingIfNotReady(async (): Promise<Verdict> => {
    const { deploymentId, operationId, infrastructureId } = attempt;
    const run = await ports.files.findRun(deploymentId, operationId);
    if (run === undefined) throw new ProviderFailedError('what was to be run is no longer stored');
    if (run.progress?.news) await tell(ports, attempt, run);
    if (run.progress && run.progress.is !== 'running') return { is: 'ready' };
    const seen = await unlessGone(ports, attempt, infrastructureId, () => look(ports, deployment, attempt, run));
    if (seen === 'gone') return lostInfrastructure(ports, attempt);
    if (seen === 'doubtful') return { is: 'waiting', why: notThere(infrastructureId) };
    const { progress, waitsFor } = seen;
    const { news: _, ...before } = run.progress ?? {};
    if (JSON.stringify(progress) !== JSON.stringify(before)) {
      const next = { ...run, plan: progress.is === 'running' ? run.plan : withoutCalls(run.plan), progress };
      await ports.files.putRun(deploymentId, operationId, next);
      await tell(ports, attempt, next);
    }
    const log = await whileAnswering(() => copyLog(ports, attempt, infrastructureId));
    return withLog(progress.is === 'running' ? { is: 'waiting', why: waitsFor } : { is: 'ready' }, log);
  });

/** Nobody reads them once the run is over, and they may hold secrets. */
const withoutCalls = (plan: RunPlan): RunPlan => ({ ...plan, calls: '' });

interface Look {
  readonly progress: RunProgress;
  readonly waitsFor: string;
}

const look = async (ports: Ports, deployment: Deployment, attempt: SubmittedAttempt, run: Run): Promise<Look> => {
  const { deploymentId, providerId, infrastructureId, operationId, askedAt, startedAt } = attempt;
  const { runCalls } = ports.deployerOf(providerId);
  if (runCalls === undefined) throw new ProviderFailedError(`provider ${providerId} runs no single operation any more`);
  const now = ports.clock.now();
  const stop = stopOf(deployment, attempt, now);
  const { steps, calls } = run.plan;
  const seen = await runCalls(infrastructureId, {
    ...{ run: operationId, calls, since: askedAt ?? startedAt, stops: stop !== undefined },
    ...{ over: run.progress?.over ?? {}, waitingAt: run.progress?.waitingAt },
    blueprint: async () => {
      const ranking = await ports.files.findRanking(deploymentId, deployment.templateOf);
      return ranking?.candidates.find(({ id }) => id === providerId)?.blueprint;
    },
    next: (states) => {
      const { is, due } = walk(steps, states);
      if (stop) return { due: [], isOver: stop.isLate };
      return { due: isClosing(deployment, attempt, now) ? [] : due, isOver: is === 'done' || is === 'failed' };
    },
  });
  const walked = walk(steps, new Map([...seen.calls].map(([key, { is }]) => [key, is])));
  const entries = entriesOf(walked, seen);
  const running = entries.filter(({ is }) => is === 'running').map(({ what }) => what);
  const waitsFor = seen.waitsFor === '' ? `running ${running.join(', ') || run.plan.what}` : seen.waitsFor;
  const over = { ...run.progress?.over, ...overIn(walked, seen) };
  const stopping = stop && { ...stop, at: run.progress?.stoppingAt ?? now.toISOString() };
  const progress = {
    ...ended({ walked, seen, entries, stop: stopping, now }),
    ...(Object.keys(over).length > 0 && { over }),
    ...(seen.waitsFor !== '' && { waitingAt: run.progress?.waitingAt ?? now.toISOString() }),
  };
  return { progress: withNews(run, progress, now), waitsFor };
};

/** Only of what was reached: a call that could not begin now may be able to when its turn comes. */
const overIn = ({ entries }: Walked, { calls }: SeenCalls): NonNullable<RunProgress['over']> =>
  Object.fromEntries(
    entries
      .filter(({ is }) => is === 'running' || is === 'done' || is === 'failed')
      .flatMap(({ calls: keys = [] }) => keys)
      .flatMap((key) => {
        const { is, why } = calls.get(key) ?? {};
        return is === 'done' || is === 'failed' ? [[key, { is, ...(why !== undefined && { why }) }] as const] : [];
      }),
  );

interface Stop {
  readonly why: string;
  /** its time is up: nobody waits for the end of what was cancelled */
  readonly isLate: boolean;
}

const stopOf = (
  { stopAsked, operation, limits }: Deployment,
  { deadline }: SubmittedAttempt,
  now: Date,
): Stop | undefined => {
  if (stopAsked?.operationId === operation.id) return { why: 'somebody has stopped it', isLate: isPast(deadline, now) };
  const late = [
    { at: operation.deadline, minutes: limits.timeoutMins },
    { at: deadline, minutes: limits.providerTimeoutMins },
  ].find(({ at }) => isPast(at, now));
  return late && { why: `it was not over within ${inMinutes(late.minutes)}, and was cancelled`, isLate: true };
};

const isClosing = ({ operation }: Deployment, { deadline }: SubmittedAttempt, now: Date): boolean => {
  const soon = new Date(now.getTime() + closingSeconds * 1_000);
  return isPast(operation.deadline, soon) || isPast(deadline, soon);
};

interface Given {
  readonly walked: Walked;
  readonly seen: SeenCalls;
  readonly entries: readonly RunEntry[];
  /** `at`: when a look has first known it */
  readonly stop: (Stop & { readonly at: string }) | undefined;
  readonly now: Date;
}

const ended = ({ walked, seen, entries, stop, now }: Given): RunProgress => {
  const endedAt = now.toISOString();
  const isOver = walked.is === 'done' || walked.is === 'failed';
  // what ended before the stop came has ended by itself
  if (isOver && !seen.isBusy && (stop === undefined || walked.is === 'done')) {
    if (walked.is === 'done') return { is: 'done', entries, endedAt };
    return { is: 'failed', entries, endedAt, why: failureOf(walked, entries) };
  }
  if (stop?.isLate) return { is: 'failed', entries, endedAt, why: stop.why };
  if (stop && !seen.isBusy && elapsed(stop.at, now, { seconds: unseenSeconds }))
    return { is: 'stopped', entries, endedAt, why: stop.why };
  return { is: 'running', entries, ...(stop && { stoppingAt: stop.at }) };
};

const failureOf = ({ failures }: Walked, entries: readonly RunEntry[]): string => {
  const reasons = entries.filter(({ is }) => is === 'failed').map(reasonOf);
  return [failures.length > 1 || entries.length > 1 ? `failed: ${failures.join(', ')}` : '', ...reasons]
    .filter((text) => text !== '')
    .join('; ');
};

const entriesOf = ({ entries }: Walked, { calls }: SeenCalls): readonly RunEntry[] =>
  entries.map(({ calls: keys = [], ...entry }) => {
    const all = keys.flatMap((key) => calls.get(key) ?? []);
    const machines = entry.is === 'waiting' ? [] : all.flatMap((one) => one.machines);
    const why = entry.is === 'failed' ? all.flatMap((one) => one.why ?? []).join('; ') : '';
    return { ...entry, ...(machines.length > 0 && { machines }), ...(why !== '' && { why }) };
  });

/** What has changed since the look before, in words; a repeat after a death tells the same. */
const withNews = ({ plan, progress: before }: Run, progress: RunProgress, now: Date): RunProgress => {
  const known = before?.entries ?? [];
  const changed = progress.entries.flatMap((entry, index) =>
    entry.is === (known[index]?.is ?? 'waiting') ? [] : [{ index, line: lineOf(entry) }],
  );
  const isNew = progress.is !== (before?.is ?? 'running');
  if (changed.length === 0 && !isNew) return progress;
  const line = `${plan.what}: ${progress.is}${progress.why === undefined ? '' : `, ${progress.why}`}`;
  // the end of an operation that runs alone is the end of the run: one line says it
  const isAlone = isNew && progress.entries.length === 1 && progress.entries[0]?.what === plan.what;
  return {
    ...progress,
    news: { at: now.toISOString(), changed: isAlone ? [] : changed, ...(isNew && { ended: line }) },
  };
};

const lineOf = (entry: RunEntry): string => {
  const { step, what, is } = entry;
  const place = step === what ? what : `step ${step}: ${what}`;
  const reason = is === 'failed' ? reasonOf(entry) : '';
  return `${place}: ${is}${reason === '' ? '' : ` (${reason})`}`;
};

const reasonOf = ({ machines = [], why }: RunEntry): string => {
  const failed = machines.filter((one) => one.is === 'failed');
  const said = failed.map(({ machine, said: words }) => `${machine}${words === undefined ? '' : `: ${words}`}`);
  return [...(why === undefined ? [] : [why]), ...said].join('; ');
};

/** Once for each state of each activity, however often it is called: what was told is then no news any more. */
const tell = async (ports: Ports, attempt: SubmittedAttempt, run: Run): Promise<void> => {
  const { progress } = run;
  if (progress?.news === undefined) return;
  const { news, ...state } = progress;
  const { at, changed, ended: end } = news;
  const text = [...changed.map(({ line }) => line), ...(end === undefined ? [] : [end])].join('\n  ');
  await report(ports, { attempt }, { at, text, line: 'run' });
  for (const { index, line } of changed) {
    const is = state.entries[index]?.is ?? 'waiting';
    await report(ports, { attempt }, { at, text: line, event: { kind: 'CHANGE', name: `run-${index}-${is}` } });
  }
  if (end !== undefined) await report(ports, { attempt }, { at, text: end, event: { kind: 'CHANGE', name: 'run' } });
  await ports.files.putRun(attempt.deploymentId, attempt.operationId, { ...run, progress: state });
};
