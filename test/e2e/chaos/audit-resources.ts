import type { Audit } from './audit.ts';
import type { Truth } from './truth.ts';

const sweepQueue = ['CREATING', 'CONFIGURING', 'STARTING', 'STOPPING', 'DELETING'];

/** An action that nobody ends, or a state that nothing will leave: its owner would wait for ever. */
export const unfinishedResources = ({ resources }: Pick<Truth, 'resources'>) =>
  resources
    .filter(({ state, action }) => sweepQueue.includes(state) || action !== undefined)
    .map(({ id, toscaNodeName, deploymentId, state, action }) => {
      const acting = action === undefined ? '' : `, with the action ${JSON.stringify(action)}`;
      return `${toscaNodeName} of ${deploymentId} (${id}) is ${state}${acting}`;
    });

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
