import type { Delegations, Revocations } from '../../src/domain/credentials/ports.ts';

/** Nobody entrusted anything: there is no token to use, and none to revoke. */
export const noDelegations: Delegations & Revocations = {
  keep: async () => undefined,
  exchange: async () => undefined,
  tokenFor: () => async () => undefined,
  revoke: async () => undefined,
};
