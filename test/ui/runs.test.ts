import { describe, expect, it } from 'vitest';
import type { Operations, TimelineEvent } from '../../client/types.ts';
import { callStates, entryStates, runStates } from '../../src/domain/runs/run.ts';
import { mayMove } from '../../ui/pages/deployment/actions/may-move.ts';
import { wordOf } from '../../ui/pages/deployment/operation-word.ts';
import { runsIn } from '../../ui/pages/deployment/runs/earlier-runs.ts';
import {
  canRun,
  choicesOf,
  runState,
  valuesTyped,
  valueTyped,
  whyNot,
} from '../../ui/pages/deployment/runs/run-words.ts';
import { allStatuses, operationState } from '../../ui/states/tones.ts';

const may = { change: true, seeSecrets: true, give: true, accept: false };
const operation = { id: 'o', kind: 'UPDATE', acceptedAt: '' } as const;
const possible = { possible: true };

describe('what can be run', () => {
  it('are the workflows of the template, then the operations of its nodes and relationships', () => {
    const found: Pick<Operations, 'workflows' | 'operations'> = {
      workflows: [{ name: 'save', description: 'a copy', inputs: [], refused: 'it has preconditions' }],
      operations: [
        { node: 'shop', interface: 'Care', operation: 'backup', inputs: ['TO'] },
        { node: 'shop', requirement: 'db', interface: 'Care', operation: 'backup', inputs: [] },
      ],
    };
    const choices = choicesOf(found);
    expect(choices.map(({ words }) => words)).toEqual([
      'Workflow save',
      'Care.backup of shop',
      'Care.backup of shop, db',
    ]);
    expect(new Set(choices.map(({ key }) => key)).size).toBe(3);
  });

  it('can be run where the service takes it, by those who may change it', () => {
    expect(allStatuses.filter((status) => canRun({ may, status, operation }))).toEqual([
      'CREATE_COMPLETE',
      'UPDATE_COMPLETE',
    ]);
    const failed = { may, status: 'UPDATE_FAILED' } as const;
    expect(canRun({ ...failed, operation: { ...operation, runs: 'the workflow save' } })).toBe(true);
    expect(canRun({ ...failed, operation: { ...operation, moves: { from: { id: 'p', name: 'P' } } } })).toBe(true);
    expect(canRun({ may: { ...may, change: false }, status: 'CREATE_COMPLETE', operation })).toBe(false);
  });

  it('says why it cannot be run, in every status and at every deployer', () => {
    for (const status of allStatuses)
      expect(whyNot({ may, status, operation }, possible) === undefined).toBe(canRun({ may, status, operation }));
    const stands = { may, status: 'CREATE_COMPLETE', operation } as const;
    expect(whyNot(stands, { possible: false, why: 'it runs all again' })).toContain('it runs all again');
    expect(whyNot({ ...stands, may: { ...may, change: false } }, possible)).toContain('owner');
  });
});

it.each([
  ['creation', { kind: 'CREATE' }],
  ['update', { kind: 'UPDATE' }],
  ['run', { kind: 'UPDATE', runs: 'the workflow save' }],
  ['move', { kind: 'UPDATE', moves: { from: { id: 'p', name: 'P' } } }],
  ['deletion', { kind: 'DELETE' }],
] as const)('people call it a %s', (word, part) => {
  expect(wordOf({ id: 'o', acceptedAt: '', ...part })).toBe(word);
});

describe('the states of a run', () => {
  it.each([...new Set([...runStates, ...entryStates, ...callStates])])('%s has a word and a tone', (is) => {
    expect(runState(is).word).toMatch(/^[a-z ]+$/);
  });

  it('of a newer service are shown by their own words', () => {
    expect(runState('paused')).toEqual({ tone: 'waiting', word: 'paused' });
    expect(runState('constructor')).toEqual({ tone: 'waiting', word: 'constructor' });
  });
});

describe('what somebody types for an input', () => {
  it.each([
    ['tape', 'tape'],
    [' tape ', ' tape '],
    ['', undefined],
    ['  ', undefined],
    ['42', 42],
    ['-1.5', -1.5],
    ['"42"', '42'],
    ['true', true],
    ['[1, 2]', [1, 2]],
    ['{"a": 1}', { a: 1 }],
    ['{not json', '{not json'],
    ['1.2.3', '1.2.3'],
    ['10 GB', '10 GB'],
  ])('%j', (text, value) => {
    expect(valueTyped(text)).toEqual(value);
  });

  it('is sent only where something stands', () => {
    expect(valuesTyped({ TO: 'tape', COPIES: '', ' MORE ': '1', '': 'x' })).toEqual({ TO: 'tape', MORE: 1 });
  });
});

describe('earlier runs', () => {
  const event = (operation: string, kind: TimelineEvent['kind'], message: string): TimelineEvent =>
    ({
      kind,
      message,
      operation,
      at: message,
      name: message,
      requestedBy: { subject: 'olga', issuer: '' },
    }) as TimelineEvent;

  it('are those of the timeline, newest first, with what became of each', () => {
    const events = [
      event('1', 'ACCEPTED', 'the creation was accepted'),
      event('2', 'ACCEPTED', 'the run of Care.backup of shop was accepted'),
      event('2', 'CHANGE', 'Care.backup of shop: running'),
      event('2', 'CHANGE', 'Care.backup of shop: failed, i-1: exit code 3'),
      event('2', 'COMPLETE', 'the deployment is UPDATE_COMPLETE'),
      event('3', 'ACCEPTED', 'the run of the workflow save was accepted'),
      event('3', 'CHANGE', 'the workflow save: running'),
    ];
    expect(runsIn(events)).toMatchObject([
      { operation: '3', what: 'the workflow save', result: undefined },
      { operation: '2', what: 'Care.backup of shop', result: 'failed, i-1: exit code 3', by: 'olga' },
    ]);
  });
});

describe('a run and a move', () => {
  it('are called so, though they are updates for the service', () => {
    const runs = { ...operation, runs: 'the workflow save' };
    const moves = { ...operation, moves: { from: { id: 'p', name: 'P' } } };
    expect(operationState({ status: 'UPDATE_IN_PROGRESS', operation: runs }).word).toBe('At work');
    expect(operationState({ status: 'UPDATE_IN_PROGRESS', operation: moves }).word).toBe('Moving');
    expect(operationState({ status: 'UPDATE_FAILED', operation: moves }).word).toBe('Move failed');
    expect(operationState({ status: 'UPDATE_IN_PROGRESS', operation }).word).toBe('Updating');
    expect(operationState({ status: 'UPDATE_COMPLETE', operation: runs }, false).word).toBe('Running');
  });

  it('may be asked for where something stands', () => {
    const view = { may, status: 'UPDATE_COMPLETE', provider: { id: 'p', name: 'P' }, nodes: [] } as const;
    expect(mayMove(view)).toBe(true);
    expect(mayMove({ ...view, may: { ...may, change: false } })).toBe(false);
    expect(mayMove({ ...view, status: 'CREATE_FAILED' })).toBe(false);
  });
});
