import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { machineTime } from '../e2e/chaos/machine-time.ts';

/** A machine whose clock and whose counts of waiting a test moves. */
const machine = () => {
  const state = { clock: 0, waited: new Map<number, number>() };
  const sources = { clock: () => state.clock, waited: (pid: number) => state.waited.get(pid) };
  return { state, sources };
};

describe('the time of the machine', () => {
  it('is that of the clock while nobody waits for a processor, or the system does not say', () => {
    const { state, sources } = machine();
    const time = machineTime(() => [1, undefined], sources);
    state.clock = 5_000;
    expect(time.now()).toBe(5_000);
    expect(time.slowness()).toBe(1);
    time.stop();
  });

  it('stands still while a process waits for a processor', () => {
    const { state, sources } = machine();
    state.waited.set(1, 700); // before the start: does not count
    const time = machineTime(() => [1], sources);
    [state.clock, state.waited] = [10_000, new Map([[1, 8_700]])];
    expect(time.now()).toBe(2_000);
    expect(time.slowness()).toBe(5);
    time.stop();
  });

  it('goes on with a process that took the place of a dead one', () => {
    const { state, sources } = machine();
    const pids = [1];
    state.waited.set(1, 0);
    const time = machineTime(() => pids, sources);
    [state.clock, state.waited] = [1_000, new Map([[2, 900]])];
    pids[0] = 2;
    expect(time.now()).toBe(1_000);
    [state.clock, state.waited] = [2_000, new Map([[2, 1_400]])];
    expect(time.now()).toBe(1_500);
    time.stop();
  });

  it('never goes back, and never faster than the clock, whoever waits', () => {
    const step = fc.record({ passed: fc.nat(1_000), first: fc.nat(2_000), second: fc.nat(2_000) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { state, sources } = machine();
        const time = machineTime(() => [1, 2], sources);
        let before = 0;
        for (const { passed, first, second } of steps) {
          state.clock += passed;
          state.waited.set(1, (state.waited.get(1) ?? 0) + first);
          state.waited.set(2, (state.waited.get(2) ?? 0) + second);
          const now = time.now();
          expect(now).toBeGreaterThanOrEqual(before);
          expect(now - before).toBeLessThanOrEqual(passed);
          before = now;
        }
        expect(time.slowness()).toBeGreaterThanOrEqual(1);
        time.stop();
      }),
    );
  });

  it('pauses for so much of it, or until its signal', async () => {
    const { state, sources } = machine();
    const time = machineTime(() => [1], sources);
    const stopped = new AbortController();
    stopped.abort();
    await time.pause(1_000_000, stopped.signal);
    const paused = time.pause(1_000);
    state.clock = 1_000;
    await paused;
    time.stop();
  });
});
