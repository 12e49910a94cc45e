import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Execution } from '../../../local/step-functions/execution.ts';
import { type ExecutionStore, openExecutionStore } from '../../../local/step-functions/execution-store.ts';

let store: ExecutionStore;
beforeEach(() => {
  store = openExecutionStore();
});
afterEach(() => store.close());

const started = (name: string, startedAt = 0): Execution => {
  const execution: Execution = { arn: name, workflowArn: 'w', name, status: 'RUNNING', input: '{}', startedAt };
  store.add(execution);
  return execution;
};
const ended = (name: string, at: number): void => {
  store.end(started(name, at).arn, { status: 'SUCCEEDED', output: '1' }, at, '[]');
  store.announced(name);
};

const day = 24 * 60 * 60 * 1000;

describe('the executions on disk', () => {
  it('end once: the first ending counts', () => {
    started('a');
    expect(store.end('a', { status: 'ABORTED', error: 'Superseded' }, 1, '[]')).toBe(true);
    expect(store.end('a', { status: 'SUCCEEDED', output: '1' }, 2, '[]')).toBe(false);
    expect(store.find('a')).toMatchObject({ status: 'ABORTED', error: 'Superseded', stoppedAt: 1 });
  });

  it('have one row for a name', () => {
    started('a');
    expect(() => started('a')).toThrow('UNIQUE');
  });

  it('are to be announced until that is noted', () => {
    started('a');
    expect(store.unannounced()).toEqual([]);
    store.end('a', { status: 'FAILED', error: 'E' }, 1, '[]');
    expect(store.unannounced().map(({ name }) => name)).toEqual(['a']);
    store.announced('a');
    expect(store.unannounced()).toEqual([]);
  });

  it('are forgotten ninety days after their end, unless they run or are not announced', () => {
    ended('old', 0);
    started('running');
    store.end(started('unannounced').arn, { status: 'FAILED' }, 0, '[]');
    ended('new', 91 * day);
    expect(['old', 'running', 'unannounced', 'new'].filter((arn) => store.find(arn))).toEqual([
      'running',
      'unannounced',
      'new',
    ]);
  });

  it('are at most ten thousand that have ended', () => {
    started('running');
    for (let i = 0; i < 10_001; i++) ended(`e${i}`, i);
    expect(['running', 'e0', 'e1', 'e10000'].filter((arn) => store.find(arn))).toEqual(['running', 'e1', 'e10000']);
  });
});
