import { candidatesFor } from '../providers/candidates.ts';
import type { Candidate } from '../providers/ports.ts';
import { planResources } from '../resources/plan.ts';
import { planUpdate, type UpdatePlan } from '../resources/plan-update.ts';
import type { Resource } from '../resources/resource.ts';
import type { Problem } from '../tosca/problems.ts';
import type { Topology } from '../tosca/topology.ts';
import { type CreateRequest, processRequest } from './create.ts';
import type { Deployment } from './deployment.ts';
import { advance } from './lifecycle.ts';
import type { LifecyclePorts } from './ports.ts';
import type { UpdateRequest } from './update.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'imports' | 'providers'>;

/** What a request would lead to. */
export interface Rehearsal {
  readonly topology: Topology;
  /** their ids, and that of the deployment, are made up: nobody will ever find them */
  readonly resources: readonly Resource[];
  readonly candidates: readonly Candidate[];
  /** of the template; none is an error */
  readonly warnings: readonly Problem[];
}

/** Checks and ranks everything, and makes nothing. InvalidError as in createDeployment. */
export const rehearseDeployment = async (ports: Ports, request: CreateRequest): Promise<Rehearsal> => {
  const { topology, problems } = await processRequest(ports, request);
  const { clock, ids, providers } = ports;
  const make = { deploymentId: ids.next(), now: clock.now().toISOString(), nextId: () => ids.next() };
  return {
    topology,
    resources: planResources(topology, make),
    candidates: (await candidatesFor(providers, topology, { ...request, token: request.delegation?.token })).candidates,
    warnings: problems,
  };
};

/** What an update would lead to. */
export interface UpdateRehearsal extends Pick<Rehearsal, 'topology' | 'warnings'> {
  readonly plan: UpdatePlan;
}

/** Checks an update and plans it, and changes nothing. InvalidError and ConflictError as in updateDeployment. */
export const rehearseUpdate = async (
  ports: Pick<LifecyclePorts, 'clock' | 'ids' | 'imports' | 'resources'>,
  deployment: Deployment,
  request: UpdateRequest,
): Promise<UpdateRehearsal> => {
  const parameters = { ...deployment.parameters, ...request.parameters };
  const { topology, problems } = await processRequest(ports, { template: request.template, parameters });
  advance(deployment.status, 'update');
  const { clock, ids, resources } = ports;
  const make = { deploymentId: deployment.id, now: clock.now().toISOString(), nextId: () => ids.next() };
  return { topology, warnings: problems, plan: planUpdate(topology, await resources.all(deployment.id), make) };
};
