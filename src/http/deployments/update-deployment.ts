import * as v from 'valibot';
import {
  failureAnswers,
  type OnFailure,
  type UpdateRequest,
  updateDeployment,
} from '../../domain/deployments/accepting/update.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { givenOf } from '../../domain/deployments/record/given.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type Answer, accepted, ok } from '../pipeline/answer.ts';
import { alternatives, flag, ignored, members, optional, refused, shortText } from '../pipeline/fields.ts';
import { acceptedChange } from './accepted-change.ts';
import { type CreationPorts, creationFields, limitsOf, timeoutsInOrder } from './creation.ts';
import type { DelegationPorts } from './delegation.ts';
import { acceptedAs, type ChangeRequest, checkPreconditions } from './deployment-entity.ts';
import type { UpdateDryRunPorts } from './dry-run-template.ts';
import type { TimelinePorts } from './timeline.ts';
import type { ViewPorts } from './views.ts';

const mustBeNames = 'must be true, false or a list of names of nodes';

/** An extension: the nodes whose machines or data may be removed, or created again if a change cannot be made in place. */
const replace = v.pipe(
  v.union([flag, v.array(v.string(mustBeNames), mustBeNames)], mustBeNames),
  v.metadata({
    anyOf: [...alternatives(v.getMetadata(flag)), { type: 'array', items: { type: 'string' } }],
    description:
      'nodes whose machines or data may be removed and made anew, or removed if the new template leaves them out; true: all',
  }),
);

/** Extensions that every change of what stands takes. `message`: why, for the list of versions. */
export const changeFields = { replace: optional(replace), message: optional(shortText(500)) };

const ownEnd = refused('does not change with an update: PUT /deployments/{id}/lifetime changes it');

/** Fields of a creation that have a route of their own. */
export const refusedHere = {
  labels: refused('do not change with an update: PUT /deployments/{id}/labels changes them'),
  expiresAt: ownEnd,
  ttl: ownEnd,
  officeHours: refused('do not change here: PUT /deployments/{id}/office-hours changes them'),
};

/** An extension: what becomes of an update that fails. */
export const onFailureField = {
  onFailure: optional(
    v.pipe(
      v.picklist(failureAnswers, `must be ${failureAnswers.join(' or ')}`),
      v.metadata({
        type: 'string',
        enum: [...failureAnswers],
        description:
          'of an update that fails. keep: what it did stays; rollback: it goes back to the version in force, and ends as UPDATE_FAILED all the same',
      }),
    ),
  ),
};

export interface FailedUpdatesPorts {
  /** for requests that do not say it; absent: keep */
  readonly failedUpdates?: OnFailure | undefined;
}

/** What becomes of the update if it fails. The configuration asks for nothing that is not possible. */
export const onFailureOf = (
  { failedUpdates = 'keep' }: FailedUpdatesPorts,
  { onFailure }: { readonly onFailure?: OnFailure | undefined },
  { inForce }: Pick<Deployment, 'inForce'>,
): { readonly onFailure: OnFailure } => ({
  onFailure: onFailure ?? (inForce === undefined ? 'keep' : failedUpdates),
});

/**
 * docs/contract/api.md, "Update a deployment": the group never changes. A group in the body is not a mistake, and has no
 * effect.
 */
export const updating = (ports: CreationPorts) =>
  v.pipe(
    members({ ...creationFields(ports), userGroup: ignored, ...refusedHere, ...changeFields, ...onFailureField }),
    timeoutsInOrder(),
  );

type Updating = v.InferOutput<ReturnType<typeof updating>>;

type Ports = CreationPorts &
  FailedUpdatesPorts &
  ViewPorts &
  TimelinePorts &
  DelegationPorts &
  Parameters<typeof updateDeployment>[0] &
  UpdateDryRunPorts;

interface Input extends ChangeRequest {
  readonly query: { readonly dryRun?: boolean | undefined };
  readonly body: Updating;
  readonly caller: Caller;
}

/** PUT /deployments/{deployment_id}. With `dryRun=true` it shows what would change. */
export const update =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, body, query, caller } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const requestedBy = identityOf(caller);
    const failed = onFailureOf(ports, body, deployment);
    const request = { ...updateRequest(body, ports), ...failed, requestedBy, serviceUrl: input.links.base };
    if (query.dryRun) {
      const { updateDryRun } = await import('./dry-run-template.ts');
      return ok(await updateDryRun(ports, deployment, request));
    }
    return acceptedChange(ports, input, { kind: 'UPDATE' }, (operationId) =>
      updateDeployment(ports, deployment, { ...request, operationId, onlyIfUnchanged }),
    );
  };

/** The answer if the update was already accepted. */
export const updated = acceptedAs(accepted);

const updateRequest = (body: Updating, { creationLimits }: CreationPorts): UpdateRequest => ({
  template: body.template,
  parameters: body.parameters,
  ...givenOf(body),
  ...(body.replace !== undefined && { replace: body.replace }),
  ...(body.message !== undefined && { message: body.message }),
  limits: limitsOf(body, creationLimits),
});
