import type { AdopterOf } from '../../domain/adoption/ports.ts';
import { usualKind } from '../../domain/deployers/kinds.ts';
import type { Clock } from '../../foundation/clock.ts';
import { accountOf } from '../cloudformation/account.ts';
import type { ClientSettings } from '../cloudformation/sessions.ts';
import { managerAt, managerSecret } from '../infrastructure-manager/address.ts';
import { adopter } from '../infrastructure-manager/adopter.ts';
import { type AuthorizationOptions, ownLine } from '../infrastructure-manager/provider-authorization.ts';

interface Options extends Pick<AuthorizationOptions, 'configured' | 'secrets'> {
  readonly clock: Clock;
  /** of AWS; absent: from the environment */
  readonly clients?: ClientSettings;
}

/**
 * Infrastructures of an Infrastructure Manager and stacks of CloudFormation, at providers that are configured: what only a
 * federation knows is known for a deployment.
 */
export const adoptersFor =
  ({ configured, secrets, clock, clients }: Options): AdopterOf =>
  async (providerId) => {
    const found = configured.find(({ id }) => id === providerId);
    const account = accountOf(configured, providerId, secrets);
    if (account !== undefined) {
      const [{ stackAdopter }, { sessionMaker }] = await Promise.all([
        import('../cloudformation/adopter.ts'),
        import('../cloudformation/sessions.ts'),
      ]);
      const sessionOf = sessionMaker(clock, clients);
      return stackAdopter(() => sessionOf(providerId, account));
    }
    if (found === undefined || (found.deployer ?? usualKind) !== 'infrastructure-manager') return undefined;
    const ownSecret = managerSecret();
    return adopter({ ...managerAt(), providerId, ownLine: () => ownLine(secrets, ownSecret) });
  };
