import { ConflictError } from '../../foundation/errors.ts';
import { log } from '../../foundation/log.ts';
import { acceptAction } from '../actions/accept-action.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import { hoursActionId } from '../office-hours/office-hours.ts';
import type { HoursPlan } from './plan-run.ts';

export type ActPorts = Parameters<typeof acceptAction>[0] & Pick<LifecyclePorts, 'resources'>;

/** Most machines of one deployment that a look starts or stops; the next one goes on. */
const atOnce = 50;

/**
 * Asks for the actions as a user would, one machine after the other. A machine that something else has taken meanwhile is left to the
 * next look. False: there are more.
 */
export const askFor = async (
  ports: ActPorts,
  deployment: Deployment,
  { type, wanted }: HoursPlan,
): Promise<boolean> => {
  for (const resource of wanted.slice(0, atOnce)) {
    try {
      await acceptAction(ports, deployment, resource, type, hoursActionId(resource));
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      log('INFO', 'office hours leave a machine to their next look', { resourceId: resource.id, why: error.message });
    }
  }
  return wanted.length <= atOnce;
};
