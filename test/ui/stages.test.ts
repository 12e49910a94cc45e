import { describe, expect, it } from 'vitest';
import type { DeploymentView } from '../../client/types.ts';
import { actionFor } from '../../ui/pages/deployment/actions/action-for.ts';
import { contentsOf } from '../../ui/pages/deployment/actions/contents.ts';
import { stagesOf } from '../../ui/pages/deployment/head/stages.ts';

const attempt = { number: 1, state: 'RUNNING', startedAt: '', deadline: '' };

const view = (more: object): DeploymentView =>
  ({
    status: 'CREATE_IN_PROGRESS',
    task: 'DEPLOYER',
    operation: { kind: 'CREATE' },
    nodes: [
      { name: 'web', kind: 'compute', facts: {} },
      { name: 'site', kind: 'software', facts: {} },
      { name: 'disk', kind: 'volume', facts: { size: '10 GB' } },
    ],
    resources: [],
    ...more,
  }) as unknown as DeploymentView;

/** The stage that is current or has failed. */
const stageOf = (more: object): string | undefined =>
  stagesOf(view(more)).find(({ is }) => is === 'current' || is === 'failed')?.name;

describe('the stages of an operation', () => {
  it('go from the acceptance to running software', () => {
    expect(stageOf({ task: 'NONE' })).toBe('Accepted');
    expect(stageOf({ task: 'BROKERING' })).toBe('Provider');
    expect(stageOf({ attempt, resources: [{ node: 'web', state: 'CREATING' }] })).toBe('Machines');
    expect(stageOf({ attempt, resources: [{ node: 'web', state: 'CONFIGURING' }] })).toBe('Software');
    expect(stageOf({ status: 'DELETE_IN_PROGRESS', operation: { kind: 'DELETE' } })).toBe('Resources');
  });

  it('of a move are those of a creation, and of a run none, since that has steps of its own', () => {
    const status = 'UPDATE_IN_PROGRESS';
    const moves = { kind: 'UPDATE', moves: { from: { id: 'old', name: 'Old' } } };
    expect(stageOf({ status, operation: moves, attempt, provider: { id: 'old' } })).toBe('Provider');
    expect(stageOf({ status, operation: moves, attempt, provider: { id: 'new' } })).toBe('Machines');
    expect(stagesOf(view({ status, operation: { kind: 'UPDATE', runs: 'the workflow save' } }))).toEqual([]);
  });

  it('are none once it has succeeded', () => {
    expect(stagesOf(view({ status: 'CREATE_COMPLETE' }))).toEqual([]);
  });

  it('name the one that failed, before which all are done', () => {
    const failed = { status: 'CREATE_FAILED', resources: [{ node: 'web', state: 'ERROR' }] };
    expect(stageOf(failed)).toBe('Provider');
    expect(stageOf({ ...failed, attempt })).toBe('Machines');
    expect(stageOf({ ...failed, attempt: { ...attempt, providerState: 'unconfigured' } })).toBe('Software');
    expect(stagesOf(view({ ...failed, attempt })).map(({ is }) => is)).toEqual([
      'done',
      'done',
      'failed',
      'to come',
      'to come',
    ]);
  });
});

describe('what a page says and offers', () => {
  it('names what a deletion takes away', () => {
    const resources = [{ node: 'web' }, { node: 'web' }, { node: 'site' }, { node: 'disk' }];
    expect(contentsOf(view({ resources }))).toBe('2 machines, 1 piece of software and 1 volume (10 GB)');
    expect(contentsOf(view({}))).toBe('Nothing but the record');
  });

  it('starts and stops machines only, while nothing else is in progress, for those who may', () => {
    const of = { status: 'CREATE_COMPLETE', may: { change: true, seeSecrets: true } } as const;
    expect(actionFor(of, { state: 'STARTED' }, 'compute')).toBe('stop');
    expect(actionFor(of, { state: 'STOPPED' }, 'compute')).toBe('start');
    expect(actionFor(of, { state: 'STARTED' }, 'software')).toBeUndefined();
    expect(actionFor(of, { state: 'STOPPING', action: 'stop' }, 'compute')).toBeUndefined();
    expect(actionFor({ ...of, status: 'UPDATE_IN_PROGRESS' }, { state: 'STARTED' }, 'compute')).toBeUndefined();
    expect(
      actionFor({ ...of, may: { change: false, seeSecrets: true } }, { state: 'STARTED' }, 'compute'),
    ).toBeUndefined();
  });
});
