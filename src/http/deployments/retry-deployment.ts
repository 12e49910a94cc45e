import * as v from 'valibot';
import type { dryRunRetry } from '../../domain/deployments/accepting/dry-run-retry.ts';
import { type RetryRequest, retryDeployment } from '../../domain/deployments/accepting/retry.ts';
import { givenOf } from '../../domain/deployments/record/given.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type Answer, accepted, ok } from '../pipeline/answer.ts';
import { flag, ignored, members, optional } from '../pipeline/fields.ts';
import { acceptedChange } from './accepted-change.ts';
import { type CreationPorts, creationFields, limitsGiven, timeoutsInOrder } from './creation.ts';
import { type DelegationPorts, delegated } from './delegation.ts';
import { acceptedAs, type ChangeRequest, checkPreconditions } from './deployment-entity.ts';
import type { TimelinePorts } from './timeline.ts';
import { changeFields, refusedHere } from './update-deployment.ts';
import type { ViewPorts } from './views.ts';

/** An extension. What the body leaves out is as the failed creation had it. */
export const retrying = (ports: CreationPorts) => {
  const { template, ...fields } = creationFields(ports);
  const own = {
    template: optional(v.pipe(template, v.metadata({ type: 'string', minLength: 1 }))),
    userGroup: ignored,
    ...refusedHere,
    ...changeFields,
    anew: optional(anew),
  };
  return v.pipe(members({ ...fields, ...own }), timeoutsInOrder());
};

const anew = v.pipe(
  flag,
  v.metadata({
    ...v.getMetadata(flag),
    description: 'what the failed creation left is removed first, even if it could be completed',
  }),
);

type Retrying = v.InferOutput<ReturnType<typeof retrying>>;

type Ports = CreationPorts &
  ViewPorts &
  TimelinePorts &
  DelegationPorts &
  Parameters<typeof retryDeployment>[0] &
  Parameters<typeof dryRunRetry>[0];

interface Input extends ChangeRequest {
  readonly query: { readonly dryRun?: boolean | undefined };
  readonly body: Retrying;
  readonly caller: Caller;
}

/** POST /deployments/{deployment_id}/retry. With `dryRun=true` it shows what would be made, and what is removed first. */
export const retry =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, body, query, caller, headers } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const requestedBy = identityOf(caller);
    const request = { ...retryRequest(body), requestedBy, serviceUrl: input.links.base };
    if (query.dryRun) {
      const { retryDryRun } = await import('./dry-run-retry.ts');
      return ok(await retryDryRun(ports, deployment, { ...request, ...delegated(ports, caller, headers) }));
    }
    return acceptedChange(ports, input, { kind: 'CREATE', retries: 'anew' }, (operationId) =>
      retryDeployment(ports, deployment, { ...request, operationId, onlyIfUnchanged }),
    );
  };

/** The answer if the retry was already accepted. */
export const retried = acceptedAs(accepted);

const retryRequest = (body: Retrying): RetryRequest => ({
  ...(body.template !== undefined && { template: body.template }),
  parameters: body.parameters,
  ...givenOf(body),
  ...(body.replace !== undefined && { replace: body.replace }),
  ...(body.message !== undefined && { message: body.message }),
  ...(body.anew !== undefined && { anew: body.anew }),
  limits: limitsGiven(body),
});
