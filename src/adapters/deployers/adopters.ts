import type { AdopterOf } from '../../domain/adoption/ports.ts';
import type { Clock } from '../../foundation/clock.ts';
import { accountOf } from '../cloudformation/account.ts';
import type { ClientSettings } from '../cloudformation/sessions.ts';
import type { AuthorizationOptions } from '../infrastructure-manager/provider-authorization.ts';
import { managerOf } from './owners.ts';

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
    return found && managerOf(found, secrets);
  };
