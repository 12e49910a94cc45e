import * as v from 'valibot';
import { rollbackTo } from '../../domain/deployments/accepting/rollback.ts';
import { updateDeployment } from '../../domain/deployments/accepting/update.ts';
import type { Versions } from '../../domain/deployments/record/version.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type Answer, accepted, ok } from '../pipeline/answer.ts';
import { members, wholeNumber } from '../pipeline/fields.ts';
import { acceptedChange } from './accepted-change.ts';
import { type CreationPorts, creationFields, limitsGiven, timeoutsInOrder } from './creation.ts';
import type { DelegationPorts } from './delegation.ts';
import { acceptedAs, type ChangeRequest, checkPreconditions } from './deployment-entity.ts';
import type { UpdateDryRunPorts } from './dry-run-template.ts';
import type { TimelinePorts } from './timeline.ts';
import { changeFields, type FailedUpdatesPorts, onFailureField, onFailureOf } from './update-deployment.ts';
import type { ViewPorts } from './views.ts';

/** An extension: an update whose template and inputs are those of an earlier version. */
export const rollingBack = (ports: CreationPorts) => {
  const { parameters, callback, timeoutMins, providerTimeoutMins } = creationFields(ports);
  const own = { version: wholeNumber(1), parameters, callback, timeoutMins, providerTimeoutMins };
  return v.pipe(members({ ...own, ...changeFields, ...onFailureField }), timeoutsInOrder());
};

type Ports = CreationPorts &
  FailedUpdatesPorts &
  ViewPorts &
  TimelinePorts &
  DelegationPorts &
  Parameters<typeof updateDeployment>[0] &
  UpdateDryRunPorts & { readonly versions: Pick<Versions, 'find'> };

interface Input extends ChangeRequest {
  readonly query: { readonly dryRun?: boolean | undefined };
  readonly body: v.InferOutput<ReturnType<typeof rollingBack>>;
  readonly caller: Caller;
}

/** POST /deployments/{deployment_id}/rollback. With `dryRun=true` it shows what would change. */
export const rollback =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, body, query, caller } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const requestedBy = identityOf(caller);
    const { callback, replace, message } = body;
    const request = await rollbackTo(ports, deployment, {
      version: body.version,
      parameters: body.parameters,
      limits: { ...deployment.limits, ...limitsGiven(body) },
      ...{ requestedBy, serviceUrl: input.links.base, ...onFailureOf(ports, body, deployment) },
      ...(callback !== undefined && { callback }),
      ...(replace !== undefined && { replace }),
      ...(message !== undefined && { message }),
    });
    if (query.dryRun) {
      const { updateDryRun } = await import('./dry-run-template.ts');
      return ok(await updateDryRun(ports, deployment, request));
    }
    return acceptedChange(ports, input, { kind: 'UPDATE', restores: body.version }, (operationId) =>
      updateDeployment(ports, deployment, { ...request, operationId, onlyIfUnchanged }),
    );
  };

/** The answer if the rollback was already accepted. */
export const rolledBack = acceptedAs(accepted);
