import type { DeployerOf } from '../../domain/deployers/ports.ts';
import type { Clock } from '../../foundation/clock.ts';
import { loadedDeployer } from '../aws/loaded-deployer.ts';
import { policy } from './policy.ts';
import type { AwsAccount, ClientSettings } from './sessions.ts';
import { forStack } from './stack-id.ts';
import type { TemplateFiles } from './template-files.ts';

interface Options {
  readonly clock: Clock;
  /** absent: from the environment */
  readonly clients?: ClientSettings;
  /** for templates that are too large for a call; asked for at the first call */
  readonly files?: (() => TemplateFiles) | undefined;
  /** undefined: the provider is not configured */
  accountOf(providerId: string): AwsAccount | undefined;
}

/** CloudFormation in front of an account and region: one stack is one infrastructure (docs/decisions/0033). */
export const cloudFormation = ({ clock, clients, files, accountOf }: Options): DeployerOf =>
  loadedDeployer({
    policy,
    runsOperations: true,
    notComparable: ['values that the template leaves out', 'secrets', 'code', 'encryption keys', 'software'],
    accountOf,
    load: async () => {
      const [{ calls }, { sessionMaker }] = await Promise.all([import('./calls.ts'), import('./sessions.ts')]);
      const sessionOf = sessionMaker(clock, clients, files?.());
      return (providerId, account) => calls((id) => sessionOf(providerId, forStack(account, id)), clock);
    },
  });
