import { describe, expect, it } from 'vitest';
import type { DeploymentView } from '../../client/types.ts';
import { firstFailed, shownView } from '../../ui/data/shown-view.ts';

const at = (second: number): string => `2026-11-28T10:00:0${second}.000Z`;

interface Seen {
  readonly node: string;
  readonly since: number;
  readonly state?: string;
  readonly reason?: string;
}

/** The members that are read. */
const viewOf = (status: string, seen: readonly Seen[], causes: readonly (string | undefined)[] = []): DeploymentView =>
  ({
    status,
    cause: causes.map((node, index) => ({ attempt: index + 1, cause: 'no', ...(node && { node }) })),
    nodes: seen.map(({ node }) => ({ name: node, facts: {}, requirements: [] })),
    resources: seen.map(({ node, since, state = 'ERROR', ...rest }) => ({
      id: node,
      node,
      state,
      since: at(since),
      ...rest,
    })),
  }) as unknown as DeploymentView;

const states = (view: DeploymentView) => shownView(view).resources.map(({ state }) => state);

describe('a creation that failed', () => {
  const seen = [
    { node: 'portal', since: 4 },
    { node: 'database', since: 2 },
    { node: 'app', since: 4 },
  ];

  it('shows as failed what failed before the end, and the others as never made', () => {
    const view = viewOf('CREATE_FAILED', seen);
    expect(states(view)).toEqual(['UNMADE', 'ERROR', 'UNMADE']);
    expect(firstFailed(shownView(view))).toBe('database');
  });

  it('shows as failed what its last cause names, even where all failed at once', () => {
    const view = viewOf(
      'CREATE_FAILED',
      seen.map((one) => ({ ...one, since: 4 })),
      ['portal', 'app'],
    );
    expect(states(view)).toEqual(['UNMADE', 'UNMADE', 'ERROR']);
    expect(firstFailed(shownView(view))).toBe('app');
  });

  it('shows nothing as failed where no provider was asked, or one broke it off', () => {
    expect(states(viewOf('CREATE_FAILED', [{ node: 'a', since: 1 }]))).toEqual(['UNMADE']);
    const brokenOff = { node: 'b', since: 1, reason: 'Resource creation cancelled' };
    expect(states(viewOf('CREATE_FAILED', [brokenOff, { node: 'c', since: 2 }]))).toEqual(['UNMADE', 'UNMADE']);
  });

  it.each(['UPDATE_FAILED', 'CREATE_IN_PROGRESS', 'DELETE_FAILED'])(
    'differs from %s, whose states are what they say',
    (status) => {
      expect(states(viewOf(status, seen))).toEqual(['ERROR', 'ERROR', 'ERROR']);
    },
  );

  it('has no first failure where nothing failed', () => {
    expect(firstFailed(viewOf('CREATE_COMPLETE', [{ node: 'a', since: 1, state: 'STARTED' }], ['a']))).toBeUndefined();
  });
});

describe('a view', () => {
  it('shows software of a stopped machine as stopped, and sizes in one unit', () => {
    const view = {
      ...viewOf('CREATE_COMPLETE', [
        { node: 'server', since: 1, state: 'STOPPED' },
        { node: 'database', since: 1, state: 'STARTED' },
        { node: 'other', since: 1, state: 'STARTED' },
      ]),
      nodes: [
        { name: 'server', facts: { disk: '10000000000 B', os: 'ubuntu 22.04' }, requirements: [] },
        { name: 'database', facts: {}, requirements: [{ name: 'host', node: 'server', as: 'host' }] },
        { name: 'other', facts: {}, requirements: [{ name: 'dependency', node: 'server' }] },
      ],
    } as unknown as DeploymentView;
    expect(states(view)).toEqual(['STOPPED', 'STOPPED', 'STARTED']);
    expect(shownView(view).nodes?.[0]?.facts).toEqual({ disk: '10 GB', os: 'ubuntu 22.04' });
  });
});
