import type { Adopter, Owners, OwnersAt } from '../../domain/adoption/ports.ts';
import { usualKind } from '../../domain/deployers/kinds.ts';
import { managerAt, managerSecret } from '../infrastructure-manager/address.ts';
import { adopter } from '../infrastructure-manager/adopter.ts';
import { type AuthorizationOptions, ownLine } from '../infrastructure-manager/provider-authorization.ts';

type Options = Pick<AuthorizationOptions, 'configured' | 'secrets'>;

/** Who owns what stands at an Infrastructure Manager, at providers that are configured. */
export const ownersFor =
  ({ configured, secrets }: Options): OwnersAt =>
  async (providerId) => {
    const found = configured.find(({ id }) => id === providerId);
    return found && managerOf(found, secrets);
  };

/** undefined: another deployer works there */
export const managerOf = (
  { id: providerId, deployer = usualKind }: Options['configured'][number],
  secrets: Options['secrets'],
): (Adopter & Owners) | undefined => {
  if (deployer !== 'infrastructure-manager') return undefined;
  const ownSecret = managerSecret();
  return adopter({ ...managerAt(), providerId, ownLine: () => ownLine(secrets, ownSecret) });
};
