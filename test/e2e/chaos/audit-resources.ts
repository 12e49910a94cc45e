import type { Audit } from './audit.ts';
import type { DeploymentRecord, Truth } from './truth.ts';

const underWay = ['CREATING', 'CONFIGURING', 'STARTING', 'STOPPING', 'DELETING'];

/**
 * An action that nobody ends, or a state that nothing will leave: its owner would wait for ever. A deletion that was given up by
 * request leaves what it had begun with as DELETING, since nobody knows what has become of it.
 */
export const unfinishedResources = ({ resources, deployments }: Pick<Truth, 'resources' | 'deployments'>) => {
  const givenUp = new Set(deployments.filter(isReset).map(({ id }) => id));
  return resources
    .filter(({ state, action }) => underWay.includes(state) || action !== undefined)
    .filter(({ state, deploymentId }) => !(state === 'DELETING' && givenUp.has(deploymentId)))
    .map(({ id, toscaNodeName, deploymentId, state, action }) => {
      const acting = action === undefined ? '' : `, with the action ${JSON.stringify(action)}`;
      return `${toscaNodeName} of ${deploymentId} (${id}) is ${state}${acting}`;
    });
};

const isReset = ({ status, statusReason = '' }: DeploymentRecord): boolean =>
  status === 'DELETE_FAILED' && statusReason.startsWith('the deletion was reset');

export const strayResources = ({ resources, deployments }: Pick<Truth, 'resources' | 'deployments'>) => {
  const there = new Set(deployments.map(({ id }) => id));
  return resources
    .filter(({ deploymentId }) => !there.has(deploymentId))
    .map(({ id, deploymentId }) => `${id} is a resource of ${deploymentId}, which is gone`);
};

export const auditResources: readonly Audit[] = [
  {
    name: 'no resource is under way, and none has an action',
    faults: (_, truth) => unfinishedResources(truth),
  },
  { name: 'no resource is left of a deployment that is gone', faults: (_, truth) => strayResources(truth) },
];
