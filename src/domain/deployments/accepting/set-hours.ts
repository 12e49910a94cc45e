import { InvalidError } from '../../../foundation/errors.ts';
import type { Calendar } from '../../office-hours/calendar.ts';
import type { OfficeHours } from '../../office-hours/office-hours.ts';
import type { Resource } from '../../resources/resource.ts';
import { isCompute } from '../../resources/states.ts';
import { requireAbility } from '../record/abilities.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { changeSetting, type OnlyIfUnchanged, requireChangeable } from './change-setting.ts';
import type { CreateRequest } from './process-request.ts';

interface NewHours extends OnlyIfUnchanged {
  /** undefined: its machines run always */
  readonly officeHours: OfficeHours | undefined;
}

const what = 'its office hours';

/** Sets when the machines of a deployment run. Errors as those of `changeSetting`. */
export const setHours = (
  { deployments }: { readonly deployments: Pick<LifecyclePorts['deployments'], 'find' | 'setHours'> },
  deployment: Deployment,
  { officeHours, ...condition }: NewHours,
): Promise<void> => {
  const isSet = (one: Deployment): boolean => one.officeHours === undefined && officeHours === undefined;
  const write = (seen: Deployment): Promise<void> => deployments.setHours(seen, officeHours);
  return changeSetting(deployments, deployment, { what, isSet, write }, condition);
};

/** ConflictError when it is being deleted. */
export const requireNotDeleting = (deployment: Deployment): void => requireChangeable(deployment, what);

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
  requested: CreateRequest['officeHours'],
  resources: readonly Pick<Resource, 'toscaTypes'>[],
): Calendar | undefined => {
  if (requested === undefined || (requested.isUsual && !resources.some(isCompute))) return undefined;
  requireMachines(resources);
  return requested.calendar;
};

/** InvalidError when nothing is a machine that can be stopped. */
const requireMachines = (resources: readonly Pick<Resource, 'toscaTypes'>[]): void => {
  if (resources.some(isCompute)) return;
  throw new InvalidError(
    'officeHours: nothing here can be stopped and started: only nodes whose type derives from tosca.nodes.Compute can; leave the office hours out',
  );
};
