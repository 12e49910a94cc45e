import { orEnded } from '../../domain/deployments/deleting/keep-ended.ts';
import { deploymentFor, deploymentToApprove, type Right } from '../../domain/deployments/record/access.ts';
import type { EndedDeployments } from '../../domain/deployments/record/ended-records.ts';
import type { Deployments } from '../../domain/deployments/record/ports.ts';
import type { Callers } from '../../foundation/caller.ts';
import { asksForEnded } from './ended-query.ts';
import type { Step } from './exchange.ts';

export interface CallerPorts {
  readonly callers: Callers;
}

export interface DeploymentPorts extends CallerPorts {
  readonly deployments: Pick<Deployments, 'find'>;
}

export interface EndedPorts {
  readonly ended: Pick<EndedDeployments, 'find'>;
}

/** Identifies the caller. UnauthenticatedError, UnavailableError */
export const identified =
  ({ callers }: CallerPorts): Step =>
  async (exchange) => {
    exchange.caller = await callers.identify(exchange.request.headers['authorization']);
  };

/** Finds the deployment in the path, if the caller has this right. NotFoundError, then ForbiddenError */
export const permitted =
  ({ deployments }: DeploymentPorts, right: Right): Step =>
  async (exchange) => {
    const id = exchange.request.path['deployment_id'] ?? '';
    exchange.deployment = await deploymentFor(deployments, id, required(exchange.caller), right);
  };

/** Finds the deployment in the path, if it has asked for an approval that the caller may see. NotFoundError */
export const approvable =
  ({ deployments }: DeploymentPorts): Step =>
  async (exchange) => {
    const id = exchange.request.path['deployment_id'] ?? '';
    exchange.deployment = await deploymentToApprove(deployments, id, required(exchange.caller));
  };

/** Like `permitted`, but also finds an ended deployment if the query has `ended=true`. */
export const permittedOrEnded =
  (ports: DeploymentPorts & EndedPorts, right: Right): Step =>
  async (exchange) => {
    const { deployments, ended } = ports;
    const found = asksForEnded(exchange.request.query) ? orEnded(deployments, ended) : deployments;
    await permitted({ ...ports, deployments: found }, right)(exchange);
  };

/** A value that an earlier step must have set. */
export const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the stack did not fill in what its handler was promised');
  return value;
};
