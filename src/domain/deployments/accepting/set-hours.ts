import { ConflictError, InvalidError, NotFoundError } from '../../../foundation/errors.ts';
import type { Calendar } from '../../office-hours/calendar.ts';
import type { OfficeHours } from '../../office-hours/office-hours.ts';
import type { Resource } from '../../resources/resource.ts';
import { isCompute } from '../../resources/states.ts';
import { requireAbility } from '../record/abilities.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { CreateRequest } from './process-request.ts';
import { anotherVersion } from './supersede.ts';

interface NewHours {
  /** undefined: its machines run always */
  readonly officeHours: OfficeHours | undefined;
  /** any change since the deployment was read is a PreconditionFailedError */
  readonly onlyIfUnchanged?: boolean | undefined;
}

/** How often a workflow may write in between before the client gets a conflict and has to repeat the request. */
const mostTries = 20;

type Ports = { readonly deployments: Pick<LifecyclePorts['deployments'], 'find' | 'setHours'> };

/**
 * Sets when the machines of a deployment run. A running operation goes on. ConflictError while the deployment is being deleted,
 * NotFoundError when it is gone.
 */
export const setHours = async (ports: Ports, seen: Deployment, hours: NewHours, tries = 1): Promise<void> => {
  const { officeHours, onlyIfUnchanged = false } = hours;
  requireNotDeleting(seen);
  if (seen.officeHours === undefined && officeHours === undefined) return;
  try {
    await ports.deployments.setHours(seen, officeHours);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    if (onlyIfUnchanged) throw anotherVersion(error);
    if (tries >= mostTries) throw error;
    const now = await ports.deployments.find(seen.id);
    if (now === undefined) throw new NotFoundError(`deployment ${seen.id} was deleted in the meantime`);
    await setHours(ports, now, hours, tries + 1);
  }
};

/** ConflictError when it is being deleted. */
export const requireNotDeleting = ({ status, leaving }: Deployment): void => {
  if (status !== 'DELETE_IN_PROGRESS' && leaving !== true) return;
  throw new ConflictError('the deployment is being deleted: its office hours can no longer change');
};

/** InvalidError when its provider can stop no machines, or nothing of it is one: jobs and containers. */
export const requireStoppable = async (
  { resources }: { readonly resources: Pick<LifecyclePorts['resources'], 'all'> },
  deployment: Deployment,
): Promise<void> => {
  requireAbility(deployment, 'stop');
  requireMachines(await resources.all(deployment.id));
};

/** The calendar that a creation asks for, or that is usual where there are machines. InvalidError where it is asked for in vain. */
export const calendarFor = (
  asked: CreateRequest['officeHours'],
  resources: readonly Pick<Resource, 'toscaTypes'>[],
): Calendar | undefined => {
  if (asked === undefined || (asked.isUsual && !resources.some(isCompute))) return undefined;
  requireMachines(resources);
  return asked.calendar;
};

/** InvalidError when nothing is a machine that can be stopped. */
const requireMachines = (resources: readonly Pick<Resource, 'toscaTypes'>[]): void => {
  if (resources.some(isCompute)) return;
  throw new InvalidError(
    'officeHours: nothing here can be stopped and started: only nodes whose type derives from tosca.nodes.Compute can; leave the office hours out',
  );
};
