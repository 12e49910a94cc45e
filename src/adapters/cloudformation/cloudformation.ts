import type { Deployer, DeployerOf } from '../../domain/deployers/ports.ts';
import type { Clock } from '../../foundation/clock.ts';
import { ProviderFailedError } from '../../foundation/errors.ts';
import { policy } from './policy.ts';
import type { ClientSettings, StackAccount } from './sessions.ts';
import type { TemplateFiles } from './template-files.ts';

interface Options {
  readonly clock: Clock;
  /** absent: from the environment */
  readonly clients?: ClientSettings;
  /** for templates that are too large for a call; asked for at the first call */
  readonly files?: (() => TemplateFiles) | undefined;
  /** undefined: the provider is not configured */
  accountOf(providerId: string): StackAccount | undefined;
}

/** CloudFormation in front of an account and region: one stack is one infrastructure (docs/decisions/0033). */
export const cloudFormation = ({ clock, clients, files, accountOf }: Options): DeployerOf => {
  let loaded: Promise<Loaded> | undefined;
  const load = (): Promise<Loaded> => {
    loaded ??= Promise.all([import('./calls.ts'), import('./sessions.ts')]).then(([{ calls }, { sessionMaker }]) => ({
      calls,
      sessionOf: sessionMaker(clock, clients, files?.()),
    }));
    // a failed load is retried at the next call
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
  return (providerId) => {
    const called = async (): Promise<Calls> => {
      const account = accountOf(providerId);
      if (account === undefined) throw new ProviderFailedError(`provider ${providerId} is no longer configured`);
      const { calls, sessionOf } = await load();
      return calls(() => sessionOf(providerId, account), clock);
    };
    return {
      policy,
      create: async (...given) => (await called()).create(...given),
      find: async (...given) => (await called()).find(...given),
      list: async () => (await called()).list(),
      names: async (...given) => (await called()).names(...given),
      status: async (...given) => (await called()).status(...given),
      virtualMachines: async (...given) => (await called()).virtualMachines(...given),
      configure: async (...given) => (await called()).configure(...given),
      outputs: async (...given) => (await called()).outputs(...given),
      log: async (...given) => (await called()).log(...given),
      update: async (...given) => (await called()).update(...given),
      alter: async (...given) => (await called()).alter(...given),
      release: async (...given) => (await called()).release(...given),
      operate: async (...given) => (await called()).operate(...given),
      destroy: async (...given) => (await called()).destroy(...given),
    };
  };
};

type Calls = Omit<Deployer, 'policy'>;

interface Loaded {
  calls(session: () => ReturnType<ReturnType<typeof import('./sessions.ts').sessionMaker>>, clock: Clock): Calls;
  readonly sessionOf: ReturnType<typeof import('./sessions.ts').sessionMaker>;
}
