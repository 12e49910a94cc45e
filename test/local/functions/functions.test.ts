import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { localFunctions } from '../../../local/functions/functions.ts';

const directory = mkdtempSync(join(tmpdir(), 'toscanini-functions-'));
afterAll(() => rmSync(directory, { recursive: true }));

const given = (name: string, source: string, timeoutSeconds = 28) => {
  writeFileSync(join(directory, `${name}.mjs`), source);
  const arn = `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
  return { arn, functions: localFunctions(directory, [{ name, arn, entry: `${name}.mjs`, timeoutSeconds }]) };
};

describe('a local function', () => {
  it('gets the event and what Lambda tells of itself', async () => {
    const { arn, functions } = given(
      'tell',
      'export const handler = async (event, context) => ({ event, name: context.functionName, left: context.getRemainingTimeInMillis() });',
    );
    const answer = await functions.invoke(arn, { a: 1 });
    expect(answer).toEqual({ event: { a: 1 }, name: 'tell', left: expect.any(Number) });
    expect((answer as { left: number }).left).toBeLessThanOrEqual(28_000);
  });

  it('is loaded once, however often it is called', async () => {
    const { arn, functions } = given('count', 'let calls = 0; export const handler = async () => ++calls;');
    await functions.warm(new AbortController().signal);
    expect([await functions.invoke(arn, {}), await functions.invoke(arn, {})]).toEqual([1, 2]);
  });

  it('is loaded at its first event when the start has not come to it', async () => {
    const { arn, functions } = given('late', 'export const handler = async () => "here";');
    await functions.warm(AbortSignal.abort());
    expect(await functions.invoke(arn, {})).toBe('here');
  });

  it('throws what its handler throws, by name', async () => {
    const { arn, functions } = given(
      'refuse',
      "export const handler = async () => { throw Object.assign(new Error('no'), { name: 'RefusedError' }); };",
    );
    await expect(functions.invoke(arn, {})).rejects.toMatchObject({ name: 'RefusedError', message: 'no' });
  });

  it('is given up after its timeout, by the name that Lambda gives this', async () => {
    vi.useFakeTimers();
    const { arn, functions } = given('hang', 'export const handler = () => new Promise(() => {});', 60);
    await functions.warm(new AbortController().signal);
    const answered = expect(functions.invoke(arn, {})).rejects.toMatchObject({
      name: 'Sandbox.Timedout',
      message: 'hang timed out after 60.00 seconds',
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await answered;
    vi.useRealTimers();
  });

  it('must export a handler', async () => {
    const { arn, functions } = given('empty', 'export const other = 1;');
    await expect(functions.invoke(arn, {})).rejects.toThrow('exports no function named handler');
  });
});
