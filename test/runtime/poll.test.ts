import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  DeadlineNearError,
  NotReadyError,
  OperationSupersededError,
  PausedError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../src/foundation/errors.ts';
import { poll } from '../../src/runtime/poll.ts';
import { epoch, ManualClock } from '../domain/deployments/world.ts';

const at = (seconds: number): string => new Date(epoch + seconds * 1000).toISOString();
const schema = v.object({ deploymentId: v.string() });
const context = { awsRequestId: 'r-1' } as Context;

/** A step that throws this, called so many seconds after the waiting began, and after this run of polls did. */
const saying = async (error: Error | undefined, waited: number, polled?: number) => {
  const clock = new ManualClock();
  clock.advance(waited);
  const seen: unknown[] = [];
  const step = poll(schema, (_: object) => async (input) => {
    seen.push(input);
    if (error) throw error;
  })({ clock });
  const from = polled === undefined ? {} : { from: at(waited - polled) };
  const said = await step({ input: { deploymentId: 'd-1' }, since: at(0), ...from }, context);
  return { said, seen };
};

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(`${line}`));
});
afterEach(() => vi.restoreAllMocks());

describe('a step that is polled', () => {
  it('gets its own input, and says when it is done', async () => {
    const { said, seen } = await saying(undefined, 0, 0);
    expect(said).toEqual({ next: 'done' });
    expect(seen).toEqual([{ deploymentId: 'd-1' }]);
  });

  it.each([
    [10, 10, 'look', 2],
    [119, 40, 'look', 2],
    [120, 40, 'look', 14],
    [899, 136, 'look', 14],
    [899, 137, 'again', 14],
    [3_600, 30, 'look', 58],
    [3_600, 93, 'again', 58],
    [3_600, 250, 'again', 30],
    [3_600, 500, 'again', 1],
    [86_400, 0, 'rest', 600],
  ])(
    'asks to be called again %i s into the wait and %i s into the run: %s, in %i s',
    async (waited, polled, next, pauseSeconds) => {
      const { said } = await saying(new NotReadyError('not yet'), waited, polled);
      expect(said).toEqual({ next, pauseSeconds });
    },
  );

  it('leaves the pause to a workflow that calls it itself', async () => {
    expect((await saying(new NotReadyError('not yet'), 30)).said).toEqual({ next: 'rest', pauseSeconds: 2 });
  });

  it('is asked again in a second when only a confirmation is missing', async () => {
    const soon = new NotReadyError('gone, it says', { soon: true });
    expect((await saying(soon, 500, 100)).said).toEqual({ next: 'look', pauseSeconds: 1 });
    expect((await saying(soon, 90_000, 0)).said).toEqual({ next: 'look', pauseSeconds: 1 });
  });

  it('is asked more often before a deadline, and less often while nobody can be asked', async () => {
    expect((await saying(new DeadlineNearError('soon'), 90_000, 0)).said).toEqual({ next: 'look', pauseSeconds: 10 });
    expect((await saying(new DeadlineNearError('soon'), 5, 0)).said).toEqual({ next: 'look', pauseSeconds: 2 });
    const away = new ProviderUnavailableError('nobody answers');
    expect((await saying(away, 700, 0)).said).toEqual({ next: 'rest', pauseSeconds: 300 });
    expect((await saying(new PausedError('mended'), 5, 0)).said).toEqual({ next: 'rest', pauseSeconds: 600 });
  });

  it('says what is decided as an answer, without secrets', async () => {
    const { said } = await saying(new ProviderFailedError('refused: Authorization: Bearer abc.def.ghi'), 0, 0);
    expect(said).toMatchObject({ next: 'ProviderFailedError', failure: { Error: 'ProviderFailedError' } });
    expect(JSON.stringify(said)).toContain('refused');
    expect(JSON.stringify(said)).not.toContain('abc.def');
  });

  it('throws only what is a fault', async () => {
    await expect(saying(new TypeError('undefined is no function'), 0, 0)).rejects.toThrow(TypeError);
  });

  it('leaves one calm line that says why it waits, with the ids of its input', async () => {
    await saying(new NotReadyError('two machines boot'), 0, 0);
    await saying(new OperationSupersededError('a deletion came'), 0, 0);
    const [waiting, superseded] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(waiting).toMatchObject({ level: 'INFO', deploymentId: 'd-1', next: 'look', why: 'two machines boot' });
    expect(superseded).toMatchObject({ level: 'INFO', next: 'OperationSupersededError' });
    expect(lines).toHaveLength(2);
  });
});

describe('a step that an execution of an earlier release calls, with the bare input', () => {
  const called = (run: () => Promise<unknown>) =>
    poll(schema, (_: object) => run)({ clock: new ManualClock() })({ deploymentId: 'd-1' }, context);

  it('answers what it always answered', async () => {
    expect(await called(async () => ({ outcome: 'complete' }))).toEqual({ outcome: 'complete' });
  });

  it.each([
    [new NotReadyError('not yet'), 'NotReadyError'],
    [new DeadlineNearError('soon'), 'DeadlineNearError'],
    [new ProviderFailedError('no room'), 'ProviderFailedError'],
    [new OperationSupersededError('another owns it'), 'OperationSupersededError'],
    [new ProviderUnavailableError('503'), 'NotReadyError'],
  ])('throws, so that it is retried or ends as it did: %s', async (error, name) => {
    await expect(called(() => Promise.reject(error))).rejects.toMatchObject({ name, message: error.message });
  });
});
