import type { Delegations } from '../../domain/credentials/ports.ts';
import type { CreateRequest } from '../../domain/deployments/accepting/process-request.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { bearerToken, type Caller } from '../../foundation/caller.ts';
import type { Request } from '../pipeline/request.ts';

export interface DelegationPorts {
  readonly delegations: Delegations;
}

/** What the caller entrusts to the service: its own token, for as long as the deployment lives. */
export const delegated = (
  { delegations }: DelegationPorts,
  caller: Caller,
  headers: Request['headers'],
): Pick<CreateRequest, 'delegation'> => {
  const token = bearerToken(headers['authorization']);
  if (token === undefined) return {};
  return { delegation: { token: async () => token, keep: (id) => delegations.keep(id, caller, token) } };
};

interface Change {
  readonly deployment: Deployment;
  readonly caller: Caller;
  readonly headers: Request['headers'];
}

/**
 * Each change by the owner entrusts the service anew, since what was kept may have expired in the meantime. An
 * administrator's token is of no use: what stands at the providers is the owner's.
 */
export const delegateAnew = async (
  { delegations }: DelegationPorts,
  { deployment, caller, headers }: Change,
): Promise<void> => {
  const { issuer, subject } = deployment.createdBy;
  const token = bearerToken(headers['authorization']);
  if (token === undefined || caller.issuer !== issuer || caller.subject !== subject) return;
  await delegations.keep(deployment.id, caller, token);
};
