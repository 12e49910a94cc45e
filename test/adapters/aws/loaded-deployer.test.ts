import { describe, expect, it } from 'vitest';
import { type Calls, type CallsOf, loadedDeployer } from '../../../src/adapters/aws/loaded-deployer.ts';
import type { Policy } from '../../../src/domain/deployers/policy.ts';

const policy = { launchMins: 7 } as Policy;
const configured: { readonly [providerId: string]: string } = { first: 'account 1', second: 'account 2' };

const names: readonly (keyof Calls)[] = [
  ...(['create', 'find', 'list', 'names', 'status', 'virtualMachines', 'nodes', 'configure', 'outputs'] as const),
  ...(['log', 'update', 'alter', 'release', 'operate', 'destroy', 'removeRemains'] as const),
];

/** Each call answers with its provider, account, name and arguments. */
const echo =
  (without?: string): CallsOf<string> =>
  (providerId, account) =>
    Object.fromEntries(
      names
        .filter((name) => name !== without)
        .map((name) => [name, async (...given: unknown[]) => [providerId, account, name, ...given]]),
    ) as unknown as Calls;

const loading = (load: () => Promise<CallsOf<string>>) => {
  let loads = 0;
  const deployerOf = loadedDeployer({
    policy,
    accountOf: (providerId) => configured[providerId],
    load: () => {
      loads += 1;
      return load();
    },
  });
  return { deployerOf, loads: () => loads };
};

describe('a deployer that is loaded when it is called', () => {
  it.each(names)('passes %s on to the account of its provider, with all that is given', async (name) => {
    const { deployerOf } = loading(async () => echo());
    const call = deployerOf('second')[name] as (...given: readonly unknown[]) => Promise<unknown>;
    const given = name === 'list' ? [] : ['an id', { other: 1 }];
    expect(await call(...given)).toEqual(['second', 'account 2', name, ...given]);
  });

  it('removes no remains where nothing lies beside', async () => {
    const { deployerOf } = loading(async () => echo('removeRemains'));
    expect(await deployerOf('first').removeRemains?.('an id')).toBeUndefined();
  });

  it('gives its policy without loading, and loads once for all calls and providers', async () => {
    const { deployerOf, loads } = loading(async () => echo());
    expect(deployerOf('first').policy).toBe(policy);
    expect(loads()).toBe(0);
    const first = deployerOf('first');
    await Promise.all([first.list(), first.status('a'), deployerOf('second').list()]);
    expect(loads()).toBe(1);
  });

  it('loads again after a load that failed', async () => {
    const loads = [() => Promise.reject(new Error('no room')), async () => echo()];
    const { deployerOf } = loading(() => loads.shift()?.() ?? expect.unreachable());
    const deployer = deployerOf('first');
    await expect(deployer.list()).rejects.toThrow('no room');
    expect(await deployer.list()).toEqual(['first', 'account 1', 'list']);
  });

  it('refuses a provider that is no longer configured; who runs this service can configure it again, with draining: true, and loads nothing for it', async () => {
    const { deployerOf, loads } = loading(async () => echo());
    await expect(deployerOf('third').status('a')).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message:
        'provider third is no longer configured; who runs this service can configure it again, with draining: true',
    });
    expect(loads()).toBe(0);
  });
});
