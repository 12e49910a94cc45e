import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventBus, startSchedules } from '../../../local/events/events.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const schedules = [{ name: 'EveryMinute', everySeconds: 60, functionArns: ['sweep-workflows'] }];

describe('the schedules', () => {
  it('run at the start and at their rate, with the event of EventBridge, until they are stopped', async () => {
    const invoke = vi.fn(async () => {});
    const running = startSchedules({ schedules }, { invoke });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(invoke).toHaveBeenCalledTimes(3);
    expect(invoke).toHaveBeenCalledWith(
      'sweep-workflows',
      expect.objectContaining({ source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} }),
    );
    running.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(invoke).toHaveBeenCalledTimes(3);
  });

  it('run more often with a pace below 1', async () => {
    const invoke = vi.fn(async () => {});
    const running = startSchedules({ schedules }, { invoke }, 0.1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(invoke).toHaveBeenCalledTimes(11);
    running.stop();
  });

  it('do not start what is still running', async () => {
    const invoke = vi.fn(() => new Promise(() => {}));
    const running = startSchedules({ schedules }, { invoke });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(invoke).toHaveBeenCalledOnce();
    running.stop();
  });

  it('go on after a failure', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    const invoke = vi.fn(async () => {
      throw new Error('no table');
    });
    const running = startSchedules({ schedules }, { invoke });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(invoke).toHaveBeenCalledTimes(2);
    expect(complaint).toHaveBeenCalledTimes(2);
    running.stop();
    complaint.mockRestore();
  });
});

describe('the event bus', () => {
  const rules = [{ name: 'Ended', pattern: { detail: { status: ['FAILED'] } }, functionArns: ['execution-ended'] }];

  it('hands an event to the functions of the rules that describe it', async () => {
    const invoke = vi.fn(async () => {});
    const announce = eventBus({ rules }, { invoke });
    await announce({ detail: { status: 'FAILED' } });
    await announce({ detail: { status: 'SUCCEEDED' } });
    expect(invoke.mock.calls).toEqual([['execution-ended', { detail: { status: 'FAILED' } }]]);
  });

  it('lets the sender know when a function fails, so that it tells again', async () => {
    const invoke = async () => {
      throw new Error('busy');
    };
    await expect(eventBus({ rules }, { invoke })({ detail: { status: 'FAILED' } })).rejects.toThrow('busy');
  });
});
