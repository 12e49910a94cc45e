import type { Delegations } from '../../domain/credentials/ports.ts';
import { stillSameOwner } from '../../domain/deployments/accepting/owner.ts';
import type { CreateRequest } from '../../domain/deployments/accepting/process-request.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Deployments } from '../../domain/deployments/record/ports.ts';
import { bearerToken, type Caller } from '../../foundation/caller.ts';
import type { Request } from '../pipeline/request.ts';

export interface DelegationPorts {
  readonly delegations: Pick<Delegations, 'keep' | 'tokenFor'>;
}

/** Lets the service act for the caller with the caller's own token, for the lifetime of the deployment. */
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
 * Keeps the owner's token again at each change, since the one before may have expired. An administrator's token would not
 * help: the infrastructures at the providers belong to the owner.
 */
export const renewDelegation = async (
  ports: DelegationPorts & { readonly deployments: Pick<Deployments, 'find'> },
  { deployment, caller, headers }: Change,
): Promise<void> => {
  const { issuer, subject } = deployment.createdBy;
  const token = bearerToken(headers['authorization']);
  if (token === undefined || caller.issuer !== issuer || caller.subject !== subject) return;
  await ports.delegations.keep(deployment.id, caller, token, stillSameOwner(ports, deployment.id, caller));
};
