import { describe, expect, it } from 'vitest';
import { unmade } from '../../client/true-states.ts';
import type { Attempt, TimelineEvent } from '../../client/types.ts';
import type { DeploymentView } from '../../ui/data/view.ts';
import { chartOf } from '../../ui/pages/deployment/timeline/bars.ts';

const began = Date.parse('2026-11-28T10:00:00Z');
const at = (seconds: number): string => new Date(began + seconds * 1_000).toISOString();

interface Of {
  readonly status?: DeploymentView['status'];
  /** node -> state, and when it entered it, in seconds */
  readonly resources: readonly (readonly [node: string, state: string, since: number])[];
  readonly hosts?: { readonly [node: string]: string };
  readonly changed?: number;
  readonly attempt?: number;
}

const viewOf = ({
  status = 'CREATE_COMPLETE',
  resources,
  hosts = {},
  changed = 100,
  attempt = 1,
}: Of): DeploymentView =>
  ({
    status,
    operation: { id: 'o', kind: 'CREATE', acceptedAt: at(0) },
    changedAt: at(changed),
    providers: [{ id: 'a', name: 'Cloud A' }],
    attempt: { number: attempt, startedAt: at(attempt === 1 ? 0 : 50) },
    nodes: [...new Set(resources.map(([node]) => node))].map((name) => ({
      name,
      kind: 'compute',
      requirements: hosts[name] === undefined ? [] : [{ name: 'host', node: hosts[name], as: 'host' }],
    })),
    resources: resources.map(([node, state, since], index) => ({ id: `${index}`, node, state, since: at(since) })),
  }) as unknown as DeploymentView;

const said = (node: string, seconds: number, attempt = 1) =>
  ({ kind: 'PROVIDER_SAID', node, attempt, at: at(seconds) }) as unknown as TimelineEvent;

/** node -> seconds at which its bar begins and ends */
const spans = (
  view: DeploymentView,
  events: readonly TimelineEvent[] = [],
  attempts: readonly Attempt[] = [],
  now = 100,
) => {
  const { bars, length } = chartOf(view, attempts, events, began + now * 1_000);
  return Object.fromEntries(
    bars.map(({ name, from, to, took }) => {
      expect(took).toBeGreaterThanOrEqual(0);
      return [name, [Math.round((from * length) / 1_000), Math.round((to * length) / 1_000)]];
    }),
  );
};

describe('the bars of the timeline', () => {
  it('begin when the provider began with a node, or when its host was ready, and end with its last change', () => {
    const view = viewOf({
      resources: [
        ['server', 'STARTED', 40],
        ['app', 'STARTED', 90],
        ['other', 'STARTED', 60],
      ],
      hosts: { app: 'server' },
    });
    expect(spans(view, [said('server', 10)])).toEqual({ server: [10, 40], app: [40, 90], other: [0, 60] });
  });

  it('say nothing of earlier attempts, and are never negative', () => {
    const attempts = [
      { number: 1, operation: 'o', cloudProviderName: 'a', startedAt: at(0), state: 'DESTROYED' },
      { number: 2, operation: 'o', cloudProviderName: 'a', startedAt: at(50), state: 'COMPLETE' },
    ] as unknown as readonly Attempt[];
    const view = viewOf({
      resources: [
        ['server', 'STARTED', 80],
        ['late', 'INITIAL', 5],
      ],
      attempt: 2,
    });
    expect(spans(view, [said('server', 10, 1), said('late', 70, 2)], attempts)).toEqual({
      server: [50, 80],
      late: [5, 5],
    });
  });

  it('of what is at work go on until now, and no further when the operation has ended', () => {
    const resources = [['server', 'CREATING', 20]] as const;
    expect(spans(viewOf({ status: 'CREATE_IN_PROGRESS', resources }), [], [], 70)).toEqual({ server: [0, 70] });
    expect(spans(viewOf({ status: 'CREATE_FAILED', resources, changed: 30 }), [], [], 500)).toEqual({
      server: [0, 20],
    });
  });

  it('are none for what a creation that failed had not begun', () => {
    const resources = [
      ['server', 'ERROR', 20],
      ['other', unmade, 30],
      ['begun', unmade, 30],
    ] as const;
    const view = viewOf({ status: 'CREATE_FAILED', resources, changed: 30 });
    expect(spans(view, [said('begun', 10)])).toEqual({ server: [0, 20], other: [30, 30], begun: [10, 30] });
  });

  it('are one a node where there are too many to read, that of the slowest instance', () => {
    const resources = Array.from({ length: 41 }, (_, index) => ['worker', 'STARTED', index + 10] as const);
    expect(spans(viewOf({ resources }))).toEqual({ 'worker ×41': [0, 50] });
    expect(Object.keys(spans(viewOf({ resources: resources.slice(0, 2) })))).toEqual(['worker#1', 'worker#2']);
  });
});
