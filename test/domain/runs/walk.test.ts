import { describe, expect, it } from 'vitest';
import type { CallState, RunStep } from '../../../src/domain/runs/run.ts';
import { walk } from '../../../src/domain/runs/walk.ts';

/** A step that calls the operation of its own name. */
const step = (name: string, onSuccess: readonly string[] = [], onFailure: readonly string[] = []): RunStep => ({
  ...{ name, onSuccess, onFailure },
  activities: [{ is: 'call', what: name, calls: [name] }],
});

const seen = (states: { readonly [key: string]: CallState }) => new Map(Object.entries(states));
const statesOf = (steps: readonly RunStep[], states: { readonly [key: string]: CallState }) => {
  const { is, due, entries, failures } = walk(steps, seen(states));
  return { is, due, entries: entries.map((entry) => entry.is).join(' '), failures };
};

describe('a workflow', () => {
  it('begins with all steps that nothing leads to', () => {
    expect(statesOf([step('a', ['c']), step('b', ['c']), step('c')], {})).toMatchObject({
      ...{ is: 'waiting', due: ['a', 'b'], entries: 'waiting waiting waiting' },
    });
  });

  it('waits where branches meet until all of them are over', () => {
    const steps = [step('a', ['c']), step('b', ['c']), step('c')];
    expect(statesOf(steps, { a: 'done', b: 'running' })).toMatchObject({ is: 'running', due: ['b'] });
    expect(statesOf(steps, { a: 'done', b: 'done' })).toMatchObject({ due: ['c'] });
    expect(statesOf(steps, { a: 'done', b: 'done', c: 'done' })).toMatchObject({ is: 'done', due: [] });
  });

  it('goes on after a failure only where on_failure leads, and then where branches meet', () => {
    const steps = [step('a', ['c'], ['b']), step('b', ['c']), step('c')];
    expect(statesOf(steps, { a: 'done' })).toMatchObject({ due: ['c'], entries: 'done skipped waiting' });
    expect(statesOf(steps, { a: 'failed' })).toMatchObject({ due: ['b'], entries: 'failed waiting waiting' });
    expect(statesOf(steps, { a: 'failed', b: 'done' })).toMatchObject({ due: ['c'] });
    expect(statesOf(steps, { a: 'failed', b: 'done', c: 'done' })).toMatchObject({ is: 'done', failures: [] });
  });

  it('skips a step of which one that was to succeed has failed, although another one was done', () => {
    const steps = [step('a', ['c']), step('b', ['c'], ['mend']), step('c'), step('mend')];
    expect(statesOf(steps, { a: 'done', b: 'failed', mend: 'done' })).toEqual({
      ...{ is: 'done', due: [], entries: 'done failed skipped done', failures: [] },
    });
  });

  it('goes on to a step to which it leads both ways, whatever it ended with', () => {
    const steps = [step('a', ['end'], ['end']), step('end')];
    for (const is of ['done', 'failed'] as const) expect(statesOf(steps, { a: is })).toMatchObject({ due: ['end'] });
    expect(statesOf(steps, { a: 'failed', end: 'done' })).toMatchObject({ is: 'done', failures: [] });
  });

  it('is failed where what was to follow a failure is skipped', () => {
    const steps = [step('a', ['y']), step('x', [], ['y']), step('y'), step('z', [], ['mend']), step('mend')];
    const states = { a: 'failed', x: 'done', z: 'done' } as const;
    expect(statesOf(steps, states)).toMatchObject({ is: 'failed', failures: ['a'] });
    const both = [step('a', ['y'], ['mend']), step('x', [], ['y']), step('y'), step('mend')];
    expect(statesOf(both, { a: 'failed', x: 'failed', mend: 'done' })).toMatchObject({ is: 'failed', failures: ['x'] });
  });

  it('begins nothing after a failure that leads nowhere, and ends when what runs has ended', () => {
    const steps = [step('a', ['c']), step('b'), step('c')];
    expect(statesOf(steps, { a: 'running', b: 'failed' })).toMatchObject({ is: 'running', due: ['a'] });
    expect(statesOf(steps, { a: 'done', b: 'failed' })).toMatchObject({ is: 'failed', due: [], failures: ['b'] });
  });

  it('runs activities of a step one after the other, and tells those that a failure leaves out', () => {
    const two: RunStep = {
      ...step('a'),
      activities: [
        { is: 'call', what: 'x', calls: ['x'] },
        { is: 'state', what: 's' },
        { is: 'call', what: 'y', calls: ['y'] },
      ],
    };
    expect(statesOf([two], { x: 'running' })).toMatchObject({ due: ['x'], entries: 'running waiting waiting' });
    expect(statesOf([two], { x: 'done' })).toMatchObject({ is: 'running', due: ['y'], entries: 'done done waiting' });
    expect(statesOf([two], { x: 'failed' })).toMatchObject({ is: 'failed', entries: 'failed skipped skipped' });
  });

  it('has a workflow within it done before its step is', () => {
    const outer: RunStep = {
      ...step('o', ['z']),
      activities: [{ is: 'steps', what: 'w', steps: [step('a', ['b']), step('b')] }],
    };
    const steps = [outer, step('z')];
    expect(walk(steps, seen({ a: 'done' })).entries.map((entry) => entry.step)).toEqual(['o/a', 'o/b', 'z']);
    expect(statesOf(steps, { a: 'done' })).toMatchObject({ due: ['b'] });
    expect(statesOf(steps, { a: 'done', b: 'done' })).toMatchObject({ due: ['z'] });
    expect(statesOf(steps, { a: 'failed' })).toMatchObject({ is: 'failed', failures: ['o'] });
  });

  it('calls on all nodes of a group, and is failed when one of them is', () => {
    const group: RunStep = { ...step('g'), activities: [{ is: 'call', what: 'g', calls: ['m', 'n'] }] };
    expect(statesOf([group], { m: 'done' })).toMatchObject({ is: 'running', due: ['n'] });
    expect(statesOf([group], { m: 'failed', n: 'running' })).toMatchObject({ is: 'running' });
    expect(statesOf([group], { m: 'failed', n: 'done' })).toMatchObject({ is: 'failed', due: [] });
  });

  it('of a thousand steps in a chain that is written backwards is followed at once', () => {
    const chain = Array.from({ length: 1000 }, (_, index) => step(`${index}`, index === 0 ? [] : [`${index - 1}`]));
    expect(walk(chain, seen(Object.fromEntries(chain.map(({ name }) => [name, 'done'])))).is).toBe('done');
  });
});
