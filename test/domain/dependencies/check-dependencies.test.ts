import { describe, expect, it, vi } from 'vitest';
import { checkDependencies } from '../../../src/domain/dependencies/check-dependencies.ts';
import { ProviderUnavailableError, UnavailableError } from '../../../src/foundation/errors.ts';

type Answer = Error | undefined | (() => Error | undefined);

const check = async (dependencies: Readonly<Record<string, Answer>>, times = 1) => {
  const counted: string[] = [];
  const lines = vi.spyOn(console, 'log').mockReturnValue();
  const run = checkDependencies({
    clock: { now: () => new Date('2026-11-29T10:00:00.000Z') },
    dependencyStates: { all: async () => [], replace: async () => undefined },
    dependencies: Object.entries(dependencies).map(([name, answer]) => ({
      name,
      ask: async () => {
        const error = typeof answer === 'function' ? answer() : answer;
        if (error) throw error;
      },
    })),
    dependencyReport: {
      unavailable: (name) => void counted.push(`${name} is away`),
      credentialsRefused: (name) => void counted.push(`${name} refuses`),
    },
  });
  for (let time = 0; time < times; time += 1) await run();
  const logged = lines.mock.calls.map(([line]) => {
    const { level, message, attention } = JSON.parse(line) as Record<string, unknown>;
    return `${level} ${message}: ${attention}`;
  });
  const fields = lines.mock.calls.map(([line]) => JSON.parse(line) as Record<string, unknown>);
  lines.mockRestore();
  return { counted, logged, fields };
};

describe('the check of dependencies', () => {
  it('counts nothing while all is well', async () => {
    expect(await check({ slam: undefined, 'infrastructure-manager': undefined })).toMatchObject({
      counted: [],
      logged: [],
    });
  });

  it('tells of each that is away, and of each that refuses us, whatever the others do', async () => {
    const { counted, logged } = await check({
      slam: new UnavailableError('SLAM did not answer'),
      cmdb: undefined,
      'infrastructure-manager': new ProviderUnavailableError('401', { outageCause: 'credentials-refused' }),
      vault: new TypeError('nobody foresaw this'),
    });
    expect(counted.toSorted()).toEqual(['infrastructure-manager refuses', 'slam is away', 'vault is away']);
    expect(logged.toSorted()).toEqual([
      'ERROR a dependency refuses our credentials: credentials-refused',
      'WARN a dependency does not answer: undefined',
      'WARN a dependency does not answer: undefined',
    ]);
  });

  it('raises an alarm for one that is away twice in a row', async () => {
    const { counted, logged } = await check({ slam: new UnavailableError('SLAM did not answer') }, 2);
    expect(counted).toEqual(['slam is away', 'slam is away']);
    expect(logged).toEqual([
      'WARN a dependency does not answer: undefined',
      'ERROR a dependency is away: dependency-away',
    ]);
  });

  it('raises no alarm for one that answered in between', async () => {
    const answers = [new UnavailableError('503'), undefined, new UnavailableError('503')];
    const { counted, logged } = await check({ slam: () => answers.shift() }, 3);
    expect(counted).toEqual(['slam is away', 'slam is away']);
    expect(logged).toEqual(Array(2).fill('WARN a dependency does not answer: undefined'));
  });

  it('takes a provider that does not answer for away, and not for one that refuses us', async () => {
    const { counted } = await check({ 'infrastructure-manager': new ProviderUnavailableError('502') });
    expect(counted).toEqual(['infrastructure-manager is away']);
  });

  it.each([
    new UnavailableError('SLAM did not answer'),
    new ProviderUnavailableError('401', { outageCause: 'credentials-refused' }),
  ])('says in the log which dependency it was and what it said: $message', async (error) => {
    const { fields } = await check({ slam: error });
    expect(fields).toMatchObject([{ dependency: 'slam', error: { name: error.name, detail: error.message } }]);
  });
});
