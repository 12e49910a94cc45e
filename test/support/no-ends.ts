import type { EndPorts } from '../../src/domain/expiry/end-deployments.ts';

const unused = (): Promise<never> => Promise.reject(new Error('no deployment ends here'));

type NoEnds = Pick<
  EndPorts,
  'expiries' | 'expiryWarnings' | 'ids' | 'delegations' | 'orphans' | 'ended' | 'endedFiles' | 'versions'
>;

/** No deployment ends. */
export const noExpiries: Pick<EndPorts, 'expiries' | 'expiryWarnings'> = {
  expiries: { due: async () => [], replace: unused, remove: unused },
  expiryWarnings: [],
};

/** For tests without life times: no deployment ends, and nobody may end one. */
export const noEnds: NoEnds = {
  ...noExpiries,
  ids: {
    next: () => {
      throw new Error('no deployment ends here');
    },
  },
  delegations: { revoke: unused } as never,
  orphans: {} as never,
  ended: {} as never,
  endedFiles: {} as never,
  versions: {} as never,
};
