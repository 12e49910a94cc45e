import { describe, expect, it } from 'vitest';
import { runCalls } from '../../../src/domain/cloudformation/software/run-calls.ts';
import type { CallsOver, Next } from '../../../src/domain/runs/calls.ts';
import type { CallState } from '../../../src/domain/runs/run.ts';
import { at, machine, since, step, world } from './software-world.ts';

const steps = [step('0', 'm'), step('1', 'm')];

/** Operations called on these machines. Both may begin at once, unless a test says otherwise. */
const calling = (ids: readonly string[], secrets = false) => {
  const machines = ids.map((id) => machine(id, 'm'));
  const made = world({ further: ['m'] }, machines);
  const all = secrets ? steps.map((one) => ({ ...one, secrets: ['WORD'] })) : steps;
  const planned = { steps: all, secrets: secrets ? { 0: { WORD: 'open' }, 1: { WORD: 'open' } } : {} };
  const kept = new Map<string, { revision: string; value: string }>();
  const parameters = {
    path: '/p',
    wanted: async () => ({ 'run r 0': { WORD: 'open' }, 'run r 1': { WORD: 'open' } }),
    list: async () => kept,
    put: async ({ name }: { readonly name: string }, secret: object) => void kept.set(name, secret as never),
    remove: async (names: readonly string[]) => {
      for (const name of names) kept.delete(name);
    },
  };
  const look = (
    given: {
      minutes?: number;
      waitingAt?: string;
      over?: CallsOver;
      stops?: boolean;
      next?: (seen: ReadonlyMap<string, CallState>) => Next;
    } = {},
  ) => {
    const { minutes = 1, over = {}, stops = false, next = () => ({ due: stops ? [] : ['0'], isOver: false }) } = given;
    const setting = { ...made.setting(minutes, since), ...(secrets && { secrets: parameters }) };
    return runCalls(setting, { run: 'r', since, stops, over, waitingAt: given.waitingAt, planned, next });
  };
  return { ...made, look, kept };
};

describe('calls on machines', () => {
  it('that could not be sent stay failed once that is known, although the machine is back', async () => {
    const one = calling(['i-1']);
    one.deaf.add('i-1');
    expect((await one.look()).waitsFor).toContain('i-1');
    const { calls } = await one.look({ minutes: 20, waitingAt: at(1).toISOString() });
    expect(calls.get('0')).toMatchObject({ is: 'failed', why: expect.stringContaining('does not report') });
    one.deaf.clear();
    const after = await one.look({ minutes: 21, over: { 0: { is: 'failed', why: 'deaf' } } });
    expect(after.calls.get('0')).toEqual({ is: 'failed', machines: [], why: 'deaf' });
    expect(one.runs.map(({ comment }) => comment)).toEqual([]);
  });

  it('wait for a machine that takes no commands for a moment, however long the run is under way', async () => {
    const one = calling(['i-1']);
    one.deaf.add('i-1');
    expect((await one.look({ minutes: 300 })).calls.get('0')).toEqual({ is: 'waiting', machines: [] });
    one.deaf.clear();
    await one.look({ minutes: 301, waitingAt: at(300).toISOString() });
    expect(one.runs).toHaveLength(1);
  });

  it('that are done are not sent to a machine that comes later', async () => {
    const one = calling(['i-1', 'i-2']);
    const { calls } = await one.look({ over: { 0: { is: 'done' } } });
    expect(calls.get('0')).toEqual({ is: 'done', machines: [] });
  });

  it('of a run of more commands than a record has room for are refused', async () => {
    const one = calling(Array.from({ length: 1001 }, (_, index) => `i-${index}`));
    const { calls } = await one.look();
    expect(calls.get('1')).toMatchObject({ is: 'failed', why: expect.stringContaining('2002 commands') });
    expect(one.runs).toEqual([]);
  });

  it('that are stopped half way take their secrets with them', async () => {
    const one = calling(['i-1', 'i-2'], true);
    one.deaf.add('i-2');
    await one.look();
    expect(one.runs).toHaveLength(1);
    one.end('done');
    expect(one.kept.size).toBe(4);
    expect((await one.look({ stops: true })).isBusy).toBe(false);
    expect(one.kept.size).toBe(0);
  });
});
