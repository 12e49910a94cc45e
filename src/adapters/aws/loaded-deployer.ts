import type { Deployer, DeployerOf } from '../../domain/deployers/ports.ts';
import { noLongerConfigured } from '../../domain/providers/find-provider.ts';
import { ProviderFailedError } from '../../foundation/errors.ts';

export type Calls = Omit<Deployer, 'policy' | 'notComparable'>;
export type CallsOf<Account> = (providerId: string, account: Account) => Calls;

interface Options<Account> extends Pick<Deployer, 'policy' | 'notComparable'> {
  /** true: operations can be called on what stands; absent: none */
  readonly runsOperations?: true;
  /** loads the clients, which are heavy: done at the first call, and again after a failed load */
  load(): Promise<CallsOf<Account>>;
  /** undefined: the provider is not configured */
  accountOf(providerId: string): Account | undefined;
}

/** A deployer whose calls are loaded when one is made. ProviderFailedError when its provider is not configured. */
export const loadedDeployer = <Account>({
  policy,
  notComparable,
  runsOperations,
  load,
  accountOf,
}: Options<Account>): DeployerOf => {
  let loaded: Promise<CallsOf<Account>> | undefined;
  return (providerId) => {
    const called = async (): Promise<Calls> => {
      const account = accountOf(providerId);
      if (account === undefined) throw new ProviderFailedError(noLongerConfigured(providerId));
      loaded ??= load();
      return loaded.then(
        (callsOf) => callsOf(providerId, account),
        (error: unknown) => {
          loaded = undefined;
          throw error;
        },
      );
    };
    return {
      policy,
      create: async (...given) => (await called()).create(...given),
      find: async (...given) => (await called()).find(...given),
      list: async () => (await called()).list(),
      names: async (...given) => (await called()).names(...given),
      status: async (...given) => (await called()).status(...given),
      virtualMachines: async (...given) => (await called()).virtualMachines(...given),
      nodes: async (...given) => (await called()).nodes(...given),
      configure: async (...given) => (await called()).configure(...given),
      outputs: async (...given) => (await called()).outputs(...given),
      log: async (...given) => (await called()).log(...given),
      update: async (...given) => (await called()).update(...given),
      alter: async (...given) => (await called()).alter(...given),
      release: async (...given) => (await called()).release(...given),
      operate: async (...given) => (await called()).operate(...given),
      destroy: async (...given) => (await called()).destroy(...given),
      kept: async (...given) => (await (await called()).kept?.(...given)) ?? [],
      removeRemains: async (...given) => (await called()).removeRemains?.(...given),
      ...(runsOperations && {
        runCalls: async (...given) => {
          const { runCalls } = await called();
          if (runCalls) return runCalls(...given);
          throw new ProviderFailedError('this kind of provider runs no single operation');
        },
      }),
      ...(notComparable && {
        notComparable,
        planReverts: async (...given) => (await comparing(called)).planReverts(...given),
        carryOutReverts: async (...given) => (await comparing(called)).carryOutReverts(...given),
        dropReverts: async (...given) => (await comparing(called)).dropReverts(...given),
        inspect: async (...given) => (await comparing(called)).inspect(...given),
      }),
    };
  };
};

type Comparing = Required<Pick<Deployer, 'inspect' | 'planReverts' | 'carryOutReverts' | 'dropReverts'>>;

/** The calls of an engine that compares by itself. */
const comparing = async (called: () => Promise<Calls>): Promise<Comparing> => {
  const { inspect, planReverts, carryOutReverts, dropReverts } = await called();
  if (inspect && planReverts && carryOutReverts && dropReverts)
    return { inspect, planReverts, carryOutReverts, dropReverts };
  throw new ProviderFailedError('this kind of provider compares nothing');
};
