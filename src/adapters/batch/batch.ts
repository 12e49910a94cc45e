import type { Deployer, DeployerOf } from '../../domain/deployers/ports.ts';
import type { Clock } from '../../foundation/clock.ts';
import { ProviderFailedError } from '../../foundation/errors.ts';
import type { ClientSettings } from '../cloudformation/sessions.ts';
import type { BatchAccount } from './account.ts';
import { policy } from './policy.ts';

interface Options {
  readonly clock: Clock;
  /** absent: from the environment */
  readonly clients?: ClientSettings;
  /** undefined: the provider is not configured */
  accountOf(providerId: string): BatchAccount | undefined;
}

type Calls = Omit<Deployer, 'policy'>;
type CallsOf = (providerId: string, account: BatchAccount) => Calls;

/** AWS Batch in front of an account and region: the jobs of one template are one infrastructure (docs/decisions/0038). */
export const awsBatch = ({ clock, clients, accountOf }: Options): DeployerOf => {
  let loaded: Promise<CallsOf> | undefined;
  const load = async (): Promise<CallsOf> => {
    const [{ calls }, { sessionMaker }] = await Promise.all([import('./calls.ts'), import('./session.ts')]);
    const sessionOf = sessionMaker(clock, clients);
    return (providerId, account) => calls(() => sessionOf(providerId, account));
  };
  return (providerId) => {
    const called = async (): Promise<Calls> => {
      const account = accountOf(providerId);
      if (account === undefined) throw new ProviderFailedError(`provider ${providerId} is no longer configured`);
      loaded ??= load();
      return loaded.then(
        (callsOf) => callsOf(providerId, account),
        (error: unknown) => {
          // a failed load is retried at the next call
          loaded = undefined;
          throw error;
        },
      );
    };
    const later = Object.fromEntries(
      methods.map((name) => [
        name,
        async (...given: readonly unknown[]) => {
          const deployer = await called();
          return (deployer[name] as (...all: readonly unknown[]) => unknown)(...given);
        },
      ]),
    );
    return { ...(later as unknown as Calls), policy };
  };
};

/** Every method of the port: the compiler names one that is missing here. */
const everyMethod: { readonly [M in keyof Calls]-?: true } = {
  create: true,
  find: true,
  list: true,
  names: true,
  status: true,
  virtualMachines: true,
  configure: true,
  outputs: true,
  log: true,
  update: true,
  alter: true,
  release: true,
  operate: true,
  destroy: true,
};

const methods = Object.keys(everyMethod) as readonly (keyof Calls)[];
