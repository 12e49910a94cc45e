import type { DeployerOf } from '../../domain/deployers/ports.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ClientSettings } from '../aws/kept-sessions.ts';
import { loadedDeployer } from '../aws/loaded-deployer.ts';
import type { BatchAccount } from './account.ts';
import { policy } from './policy.ts';

interface Options {
  readonly clock: Clock;
  /** absent: from the environment */
  readonly clients?: ClientSettings;
  /** undefined: the provider is not configured */
  accountOf(providerId: string): BatchAccount | undefined;
}

/** AWS Batch in front of an account and region: the jobs of one template are one infrastructure (docs/decisions/0038). */
export const awsBatch = ({ clock, clients, accountOf }: Options): DeployerOf =>
  loadedDeployer({
    policy,
    accountOf,
    load: async () => {
      const [{ calls }, { sessionMaker }, { sharedReads }] = await Promise.all([
        import('./calls.ts'),
        import('./session.ts'),
        import('./shared-reads.ts'),
      ]);
      const sessionOf = sessionMaker(clock, clients);
      const look = sharedReads(clock);
      return (providerId, account) => calls(() => sessionOf(providerId, account), clock, look.at(providerId));
    },
  });
