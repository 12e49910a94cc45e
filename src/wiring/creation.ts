import { clusterCredentials as clusterKeys } from '../adapters/infrastructure-manager/cluster-credentials.ts';
import { ownersToken } from '../adapters/tokens/use.ts';
import { callbacksToPrivateAddresses, creationLimits } from './bounds.ts';
import { trustedIssuers } from './callers.ts';
import { once } from './once.ts';
import { secrets } from './secrets.ts';
import { passwords } from './system.ts';
import { delegations } from './tokens.ts';

export const clusterCredentials = once(() =>
  clusterKeys({ issuers: trustedIssuers(), secrets: secrets(), token: ownersToken(delegations()) }),
);

/** The ports for reading and judging a request for a deployment. */
export const creationPorts = { callbacksToPrivateAddresses, clusterCredentials, creationLimits, passwords };
