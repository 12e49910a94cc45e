/** The timeline of a deployment as bars on one axis: a bar a resource, a band an attempt. */

import { isWorking } from '../../../../client/pace.ts';
import { providerName } from '../../../../client/provider-names.ts';
import type { Attempt, TimelineEvent } from '../../../../client/types.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { instanceNames } from '../../../states/instance-names.ts';
import { nodeState, type Tone, tones } from '../../../states/tones.ts';

export interface Bar {
  readonly id: string;
  readonly node: string;
  /** of the node, with the number of the instance where there are several */
  readonly name: string;
  readonly tone: Tone;
  readonly word: string;
  /** parts of the axis, from 0 to 1 */
  readonly from: number;
  readonly to: number;
  /** milliseconds; 0: it was never begun */
  readonly took: number;
}

interface Band {
  readonly number: number;
  readonly provider: string;
  readonly from: number;
  readonly to: number;
  readonly failed: boolean;
}

export interface Chart {
  /** milliseconds that the axis shows */
  readonly length: number;
  readonly bands: readonly Band[];
  readonly bars: readonly Bar[];
}

interface Times {
  readonly began: number;
  readonly ended: number;
}

/** From the acceptance of the operation to its end, or to now. */
const timesOf = ({ status, operation, changedAt }: DeploymentView, now: number): Times => {
  const began = Date.parse(operation.acceptedAt);
  return { began, ended: Math.max(began + 1_000, isWorking(status) ? now : Date.parse(changedAt)) };
};

/**
 * The chart of the present operation. The service keeps the instant of each resource's last change, so a bar ends there, or now
 * while the resource is still at work. It begins when the provider said that it began with the node, or when the node's host
 * was ready; where nobody says it, at the start of the attempt.
 */
export const chartOf = (
  view: DeploymentView,
  attempts: readonly Attempt[],
  events: readonly TimelineEvent[],
  now: number,
): Chart => {
  const times = timesOf(view, now);
  const bands = bandsOf(view, attempts, events, times);
  const lastStart = Math.max(0, ...bands.map(({ from }) => from));
  const length = times.ended - times.began;
  const at = (instant: string): number => clamp((Date.parse(instant) - times.began) / length);
  const kinds = new Map(view.nodes?.map(({ name, kind }) => [name, kind]));
  const nameOf = instanceNames(view.resources);
  const begins = beginsOf(view, events);
  const bars = view.resources.map(({ id, node, state, since }): Bar => {
    const { tone, word } = nodeState(state, kinds.get(node));
    const open = ['waiting', 'working', 'nearly', 'going'].includes(tone) && isWorking(view.status);
    const to = open ? 1 : at(since);
    const begun = begins.get(node);
    const isUnbegun = tone === 'unmade' && begun === undefined;
    const from = isUnbegun ? to : Math.min(to, begun === undefined ? lastStart : Math.max(lastStart, at(begun)));
    return { id, node, name: nameOf.get(id) ?? node, tone, word, from, to, took: (to - from) * length };
  });
  return { length, bands, bars: bars.length > mostBars ? byNode(bars) : bars };
};

/** When the last attempt began with each node, as far as that is known. */
const beginsOf = ({ nodes = [], resources, attempt, operation }: DeploymentView, events: readonly TimelineEvent[]) => {
  const started = Date.parse(attempt?.startedAt ?? operation.acceptedAt);
  const said = events.filter((event) => event.kind === 'PROVIDER_SAID' && event.attempt === attempt?.number);
  const ready = (host: string): string | undefined =>
    resources.filter(({ node, state }) => node === host && state === 'STARTED').reduce(latest, undefined);
  return new Map(
    nodes.flatMap(({ name, requirements }) => {
      const first = said.find(({ node }) => node === name)?.at;
      const host = requirements.find(({ as }) => as === 'host')?.node;
      const begun = first ?? (host === undefined ? undefined : ready(host));
      const end = resources.filter(({ node }) => node === name).reduce(latest, undefined);
      const isKnown = begun !== undefined && Date.parse(begun) > started && (end === undefined || begun < end);
      return isKnown ? [[name, begun] as const] : [];
    }),
  );
};

const latest = (before: string | undefined, { since }: { readonly since: string }): string =>
  before !== undefined && before > since ? before : since;

/** More bars than this are not read one by one: then each node has one, that of its slowest instance. */
const mostBars = 40;

const byNode = (bars: readonly Bar[]): readonly Bar[] =>
  [...Map.groupBy(bars, ({ node }) => node).values()].flatMap((all) => {
    const [slowest] = all.toSorted((a, b) => b.to - a.to || tones.indexOf(a.tone) - tones.indexOf(b.tone));
    const tone = tones.find((one) => all.some((bar) => bar.tone === one));
    const pressing = all.find((bar) => bar.tone === tone);
    if (slowest === undefined || pressing === undefined) return [];
    const name = all.length === 1 ? slowest.node : `${slowest.node} ×${all.length}`;
    return [{ ...slowest, name, tone: pressing.tone, word: pressing.word }];
  });

const bandsOf = (
  { operation, providers }: DeploymentView,
  attempts: readonly Attempt[],
  events: readonly TimelineEvent[],
  { began, ended }: Times,
): readonly Band[] => {
  const own = attempts.filter((attempt) => attempt.operation === operation.id);
  const ends = events.filter(({ kind }) => kind === 'ATTEMPT_FAILED').map(({ at }) => Date.parse(at));
  return own.map(({ number, cloudProviderName, startedAt, state }, index) => {
    const start = Date.parse(startedAt);
    const next = own[index + 1]?.startedAt;
    const end = ends.find((instant) => instant >= start) ?? (next === undefined ? ended : Date.parse(next));
    return {
      number,
      provider: providerName(cloudProviderName, providers),
      failed: state !== 'COMPLETE' && (next !== undefined || state === 'DESTROYED' || state === 'FAILED'),
      from: clamp((start - began) / (ended - began)),
      to: clamp((Math.min(end, next === undefined ? end : Date.parse(next)) - began) / (ended - began)),
    };
  });
};

const clamp = (part: number): number => Math.min(1, Math.max(0, part));

/** Round times for the axis, at most six, as parts of it. */
export const ticksOf = (length: number): readonly { readonly at: number; readonly milliseconds: number }[] => {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400].map(
    (seconds) => seconds * 1000,
  );
  const step = steps.find((one) => length / one <= 6) ?? length;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => ({
    at: (index * step) / length,
    milliseconds: index * step,
  }));
};
