import { describe, expect, it, vi } from 'vitest';
import { checkDependencies } from '../../../src/domain/dependencies/check-dependencies.ts';
import { ProviderUnavailableError, UnavailableError } from '../../../src/foundation/errors.ts';

const check = async (dependencies: Readonly<Record<string, Error | undefined>>, times = 1) => {
  const counted: string[] = [];
  const lines = vi.spyOn(console, 'log').mockReturnValue();
  const run = checkDependencies({
    dependencies: Object.entries(dependencies).map(([name, error]) => ({
      name,
      ask: async () => {
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
  lines.mockRestore();
  return { counted, logged };
};

describe('the check of dependencies', () => {
  it('counts nothing while all is well', async () => {
    expect(await check({ slam: undefined, 'infrastructure-manager': undefined })).toEqual({ counted: [], logged: [] });
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
});
