import { failAbandonedResources } from '../../actions/abandoned-resources.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Failure } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { announceCompletion } from './announce-completion.ts';
import { failOperation } from './fail-operation.ts';
import { giveUpUnnamed } from './give-up-attempts.ts';
import { settleMoved } from './settle-moved.ts';
import { settleUses } from './settle-uses.ts';

type Ports = Parameters<typeof failOperation>[0] & Pick<LifecyclePorts, 'clock' | 'deployments' | 'resources'>;

/**
 * Does what the last process of an ended operation may have died before: ends what is still in progress, and reports the
 * outcome. True when something was in progress. A repeat is harmless; CallbackFailedError when only the callback failed.
 */
export const finishOperation = async (ports: Ports, deployment: Deployment): Promise<boolean> => {
  const left = await failAbandonedResources(ports, deployment);
  const { id: deploymentId, operation, status } = deployment;
  if (status.endsWith('_COMPLETE')) {
    await settleUses(ports, deployment);
    await settleMoved(ports, deployment);
    await announceCompletion(ports, deployment);
  } else if (operation.reset) await giveUpUnnamed(ports, deployment);
  else await failOperation(ports)({ deploymentId, operationId: operation.id, failure: ended });
  return left > 0;
};

/** Only a stand-in: the real reason is already recorded. */
const ended: Failure = { Error: 'Ended', Cause: '' };
