import type { AdopterOf } from '../../domain/adoption/ports.ts';
import { usualKind } from '../../domain/deployers/kinds.ts';
import { managerAt, managerSecret } from '../infrastructure-manager/address.ts';
import { adopter } from '../infrastructure-manager/adopter.ts';
import { type AuthorizationOptions, ownLine } from '../infrastructure-manager/provider-authorization.ts';

/** Infrastructures of an Infrastructure Manager, at providers that are configured: what only a federation knows is known for a deployment. */
export const adoptersFor =
  ({ configured, secrets }: Pick<AuthorizationOptions, 'configured' | 'secrets'>): AdopterOf =>
  async (providerId) => {
    const found = configured.find(({ id }) => id === providerId);
    if (found === undefined || (found.deployer ?? usualKind) !== 'infrastructure-manager') return undefined;
    const ownSecret = managerSecret();
    return adopter({ ...managerAt(), providerId, ownLine: () => ownLine(secrets, ownSecret) });
  };
