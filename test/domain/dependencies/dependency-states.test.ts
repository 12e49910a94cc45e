import { describe, expect, it, vi } from 'vitest';
import { checkDependencies } from '../../../src/domain/dependencies/check-dependencies.ts';
import type { DependencyState } from '../../../src/domain/dependencies/dependency-state.ts';
import { ProviderUnavailableError, UnavailableError } from '../../../src/foundation/errors.ts';

const instant = (minute: number): string => `2026-11-29T10:0${minute}:00.000Z`;

/** Checks once for each list of answers, a minute apart, in one process; what was kept, and how often it was written. */
const kept = async (answers: readonly (readonly (Error | undefined)[])[], before: readonly DependencyState[] = []) => {
  const lines = vi.spyOn(console, 'log').mockReturnValue();
  let run = 0;
  let stored = before;
  let writes = 0;
  const ask = (index: number) => async (): Promise<void> => {
    const error = answers[run]?.[index];
    if (error !== undefined) throw error;
  };
  const check = checkDependencies({
    clock: { now: () => new Date(instant(run)) },
    dependencies: ['slam', 'cmdb'].map((name, index) => ({ name, ask: ask(index) })),
    dependencyReport: { unavailable: () => undefined, credentialsRefused: () => undefined },
    dependencyStates: {
      all: async () => stored,
      replace: async (states) => {
        stored = states;
        writes += 1;
      },
    },
  });
  for (; run < answers.length; run += 1) await check();
  lines.mockRestore();
  return { stored, writes };
};

const answering = (since: string) => [
  { name: 'slam', state: 'answers', since },
  { name: 'cmdb', state: 'answers', since },
];

describe('what is kept of the dependencies', () => {
  it('is written when one is seen otherwise, and not again while all stays as it is', async () => {
    const { stored, writes } = await kept([[], [], []]);
    expect([stored, writes]).toEqual([answering(instant(0)), 1]);
  });

  it('says since when one is away, and why, until it answers again', async () => {
    const away = new UnavailableError('SLAM did not answer');
    const during = await kept([[], [away], [away]]);
    expect(during.stored[0]).toEqual({ name: 'slam', state: 'away', since: instant(1), reason: 'SLAM did not answer' });
    expect(during.writes).toBe(2);
    const after = await kept([[], [away], []]);
    expect(after.stored[0]).toEqual({ name: 'slam', state: 'answers', since: instant(2) });
  });

  it('keeps the instant when the reason is another, and tells refused credentials apart', async () => {
    const { stored } = await kept([[new UnavailableError('one')], [new UnavailableError('two')]]);
    expect(stored[0]).toMatchObject({ state: 'away', since: instant(0), reason: 'two' });
    const refusing = await kept([[new ProviderUnavailableError('401', { outageCause: 'credentials-refused' })]]);
    expect(refusing.stored[0]).toMatchObject({ state: 'refuses-credentials', reason: '401' });
  });

  it('goes on from what another process has kept, and forgets what is no longer configured', async () => {
    const before = [...answering('2026-11-01T00:00:00.000Z'), { name: 'gone', state: 'away', since: instant(0) }];
    const { stored } = await kept([[]], before as readonly DependencyState[]);
    expect(stored).toEqual(answering('2026-11-01T00:00:00.000Z'));
  });

  it('is right again though another process has seen an outage in between', async () => {
    const lines = vi.spyOn(console, 'log').mockReturnValue();
    let stored: readonly DependencyState[] = [];
    let isOutage = false;
    const process = () =>
      checkDependencies({
        clock: { now: () => new Date(instant(0)) },
        dependencies: [
          { name: 'slam', ask: async () => (isOutage ? Promise.reject(new UnavailableError('503')) : undefined) },
        ],
        dependencyReport: { unavailable: () => undefined, credentialsRefused: () => undefined },
        dependencyStates: {
          all: async () => stored,
          replace: async (states) => {
            stored = states;
          },
        },
      });
    const [one, other] = [process(), process()];
    await one();
    isOutage = true;
    await other();
    expect(stored).toMatchObject([{ state: 'away' }]);
    isOutage = false;
    await one();
    lines.mockRestore();
    expect(stored).toMatchObject([{ state: 'answers' }]);
  });

  it('holds no secret of an error', async () => {
    const { stored } = await kept([[new Error('refused: Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789')]]);
    expect(JSON.stringify(stored)).not.toContain('abcdefghijklmnopqrstuvwxyz0123456789');
  });
});
