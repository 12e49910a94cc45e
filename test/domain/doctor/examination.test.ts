import { describe, expect, it } from 'vitest';
import { type Check, examineInstallation } from '../../../src/domain/doctor/examination.ts';
import { UnavailableError } from '../../../src/foundation/errors.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const clock = { now: () => new Date(noon) };
const good = (subject: string): Check => ({ subject, run: async () => 'is there', advice: 'never shown' });
const bad = (subject: string, error: unknown): Check => ({
  subject,
  run: () => Promise.reject(error),
  advice: 'mend it',
});
const examine = async (checks: readonly Check[], at = clock) =>
  (await examineInstallation({ clock: at, checks: () => checks })()).findings;

describe('an examination', () => {
  it('tells of each thing in the order of the list, with advice where something is wrong', async () => {
    const findings = await examine([good('one'), bad('two', new Error('it is gone')), good('three')]);
    expect(findings).toEqual([
      { subject: 'one', verdict: 'ok', seen: 'is there' },
      { subject: 'two', verdict: 'failed', seen: 'it is gone', advice: 'mend it' },
      { subject: 'three', verdict: 'ok', seen: 'is there' },
    ]);
  });

  it('says what an error comes from, each word once, and no secret', async () => {
    const cause = new Error('getaddrinfo ENOTFOUND im.internal', { cause: new Error('password=hunter2') });
    const [finding] = await examine([bad('manager', new UnavailableError('no answer', { cause }))]);
    expect(finding?.seen).toMatch(/^no answer; because: getaddrinfo ENOTFOUND im\.internal/);
    expect(finding?.seen).not.toContain('hunter2');
  });

  it('asks eight at a time', async () => {
    let running = 0;
    let most = 0;
    const slow = (subject: string): Check => ({
      ...good(subject),
      run: async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running -= 1;
        return 'is there';
      },
    });
    await examine(Array.from({ length: 50 }, (_, n) => slow(`${n}`)));
    expect(most).toBe(8);
  });

  it('begins no look for which its own time is up, and says so', async () => {
    let now = noon;
    const findings = await examine(
      [
        ...Array.from({ length: 8 }, (_, n) => ({
          ...good(`${n}`),
          run: async () => {
            now = noon + 60_000;
            return 'is there';
          },
        })),
        good('last'),
      ],
      { now: () => new Date(now) },
    );
    expect(findings.at(-1)).toMatchObject({ subject: 'last', verdict: 'late' });
  });

  it.each([
    [39_999, 'ok'],
    [40_000, 'late'],
  ])('has forty seconds in which a check may start: after %i ms it is %s', async (passed, verdict) => {
    const times = [noon];
    const findings = await examine([good('one')], { now: () => new Date(times.pop() ?? noon + passed) });
    expect(findings.map((one) => one.verdict)).toEqual([verdict]);
  });

  it('says of a check for which there was no time that one has to ask again', async () => {
    const times = [noon];
    expect(await examine([good('one')], { now: () => new Date(times.pop() ?? noon + 60_000) })).toEqual([
      { subject: 'one', verdict: 'late', seen: 'there was no time left to ask', advice: 'ask again' },
    ]);
  });

  it('says the first three causes of an error, none of them in full length, and each once', async () => {
    const chain = ['top', 'first', '', 'x'.repeat(400), 'third'].reduceRight<Error | undefined>(
      (cause, message) => new Error(message, { cause }),
      undefined,
    );
    const [finding] = await examine([bad('manager', chain)]);
    expect(finding?.seen).toBe(`top; because: first; because: ${'x'.repeat(300)}`);
    const echo = new Error('the same', { cause: new Error('the same') });
    expect((await examine([bad('manager', echo)]))[0]?.seen).toBe('the same');
  });
});
