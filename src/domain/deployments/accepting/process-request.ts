import { InvalidError } from '../../../foundation/errors.ts';
import type { Identity } from '../../../foundation/identity.ts';
import { deployable } from '../../../tosca/infrastructure-manager/deployable.ts';
import type { Imports, Json, Processed } from '../../../tosca/topology.ts';
import type { Origin } from '../../clusters/origin.ts';
import type { Token } from '../../credentials/ports.ts';
import type { Calendar } from '../../office-hours/calendar.ts';
import type { Limits } from '../../providers/limits.ts';
import type { MadeFor } from '../../resources/plan.ts';
import type { Operation } from '../record/deployment.ts';
import type { Given } from '../record/given.ts';

export interface CreateRequest extends Given {
  readonly template: string;
  readonly parameters: { readonly [name: string]: Json };
  readonly limits: Limits;
  readonly owner: Identity;
  readonly origin?: Origin;
  /** it is protected from the first instant (docs/decisions/0069); absent: it is not */
  readonly protected?: true;
  /** when its machines run; `isUsual`: nobody has asked for it, so it is left out where there are none */
  readonly officeHours?: { readonly calendar: Calendar; readonly isUsual?: true };
  /** the caller's token, which the caller lets the service use; absent: there is no caller */
  readonly delegation?: { readonly token: Token; keep(deploymentId: string): Promise<void> };
  /** what stands, and becomes the deployment's own (docs/decisions/0083); absent: its infrastructure is made */
  readonly adopts?: Operation['adopts'];
  /** the resources that its machines were made for, which keep their ids; absent: none is known */
  readonly madeFor?: MadeFor | undefined;
  /** the schedule event for whose file the workflow has to wait; absent: it starts at once */
  readonly eventId?: string;
  /** ids that were chosen before; absent: new ones */
  readonly ids?: {
    readonly deploymentId: string;
    readonly operationId: string;
    /** false: a repeat of the request makes the deployment now, under the same ids; absent: nobody else knows the ids */
    readonly isHeld?: () => Promise<boolean>;
  };
}

/**
 * The topology that a request asks for; its problems are only warnings. InvalidError with every problem of the template.
 */
export const processRequest = async (
  { imports }: { readonly imports: Imports },
  request: Pick<CreateRequest, 'template' | 'parameters'>,
): Promise<Extract<Processed, { ok: true }>> => {
  const { processed } = await deployable(request.template, { inputs: request.parameters, imports });
  if (processed.ok) return processed;
  const errors = processed.problems.filter(({ severity }) => severity === 'error');
  const count = errors.length === 1 ? 'a problem' : `${errors.length} problems`;
  throw new InvalidError(`the template cannot be deployed, it has ${count}:`, { problems: processed.problems });
};
