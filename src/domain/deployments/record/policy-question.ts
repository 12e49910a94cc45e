import type { Topology } from '../../../tosca/topology.ts';
import type { PlannedOperation } from '../../policies/plan.ts';
import type { PolicyQuestion } from '../../policies/plan-of.ts';
import type { Deployment, Operation } from './deployment.ts';
import { topologyShown } from './disclosure.ts';

type Of = Pick<Deployment, 'createdBy' | 'userGroup' | 'name' | 'labels' | 'uses'>;

/** What rules of the installation are asked about a deployment: its topology without secrets. */
export const policyQuestion = (
  { createdBy: owner, userGroup: group, name, labels, uses }: Of,
  topology: Topology,
  {
    operation,
    user = owner,
    effect,
  }: Pick<PolicyQuestion, 'operation' | 'effect'> & Partial<Pick<PolicyQuestion, 'user'>>,
): PolicyQuestion => ({
  ...{ operation, owner, group, name, labels, topology, effect, uses },
  user: { issuer: user.issuer, subject: user.subject },
  shown: () =>
    new Map((topologyShown(topology) as Pick<Topology, 'nodes'>).nodes.map((node) => [node.name, node.properties])),
});

/** In the words of the rules. */
const plannedOperation = ({ kind, retries, restores, eventId, moves }: Operation): PlannedOperation => {
  if (restores !== undefined) return 'rollback';
  if (retries !== undefined) return 'retry';
  if (moves !== undefined) return 'move';
  if (kind === 'UPDATE') return 'update';
  return eventId === undefined ? 'create' : 'schedule';
};

/** The same for the operation that a workflow carries out. */
export const operationQuestion = (
  deployment: Deployment,
  topology: Topology,
  effect?: PolicyQuestion['effect'],
): PolicyQuestion => {
  const { operation } = deployment;
  const user = operation.requestedBy;
  // what a move leaves counts beside what it makes
  const { uses: _, ...besides } = deployment;
  return policyQuestion(operation.moves ? besides : deployment, topology, {
    operation: plannedOperation(operation),
    effect,
    ...(user && { user }),
  });
};
