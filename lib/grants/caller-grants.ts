import { trustedIssuers } from '../data/user-pool.ts';
import type { Grant, World } from './grant.ts';

/** What tells who calls: the issuers, how much one caller may send, and who manages which group. */
export const identifying = ({ stack, configuration, pageLogin }: World): Grant => ({
  environment: {
    TRUSTED_ISSUERS: trustedIssuers(stack, configuration, pageLogin),
    CALLER_RATE: JSON.stringify(configuration.throttling.caller),
    ...(Object.keys(configuration.managers).length > 0 && { GROUP_MANAGERS: JSON.stringify(configuration.managers) }),
  },
});
