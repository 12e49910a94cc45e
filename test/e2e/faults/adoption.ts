/** What looks at what stands before it is adopted, and at who owns it. */

import { accountOf } from '../../../src/adapters/cloudformation/account.ts';
import { stackAdopter } from '../../../src/adapters/cloudformation/adopter.ts';
import { type ClientSettings, sessionMaker } from '../../../src/adapters/cloudformation/sessions.ts';
import { adopter } from '../../../src/adapters/infrastructure-manager/adopter.ts';
import {
  type AuthorizationOptions,
  ownLine,
} from '../../../src/adapters/infrastructure-manager/provider-authorization.ts';
import type { AdopterOf, OwnersAt } from '../../../src/domain/adoption/ports.ts';
import type { House } from './house.ts';

interface Options extends Pick<AuthorizationOptions, 'configured' | 'secrets'> {
  readonly clients: ClientSettings;
}

export const adoptionIn = (
  { clock, sandbox }: House,
  { configured, secrets, clients }: Options,
): { readonly adopterOf: AdopterOf; readonly ownersAt: OwnersAt } => {
  const sessionOf = sessionMaker(clock, clients);
  const isManager = (id: string) => configured.some((one) => one.id === id && one.deployer === undefined);
  const manager = (providerId: string) =>
    adopter({ url: sandbox.imUrl, providerId, ownLine: () => ownLine(secrets, sandbox.imSecret) });
  return {
    adopterOf: async (id) => {
      if (isManager(id)) return manager(id);
      const account = accountOf(configured, id, secrets);
      return account && stackAdopter(() => sessionOf(id, account));
    },
    ownersAt: async (id) => (isManager(id) ? manager(id) : undefined),
  };
};
