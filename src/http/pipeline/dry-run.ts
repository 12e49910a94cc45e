/**
 * `dryRun=true`: the answer says what the request would do, and nothing is changed. The answers of templates are in
 * deployments/dry-run-template.ts.
 */

import * as v from 'valibot';
import { actionStates } from '../../domain/actions/action-states.ts';
import type { PlannedDeletion, PlannedReset } from '../../domain/deployments/accepting/dry-run.ts';
import type { Attempt } from '../../domain/deployments/record/attempt.ts';
import type { ActionType, Resource } from '../../domain/resources/resource.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { flag } from './fields.ts';

/**
 * In the query of every route that changes something. A blank value is refused here, other than in a body, because it does
 * not say whether the change is meant.
 */
export const dryRunQuery = { dryRun: v.optional(flag) };

const resourceView = ({ id, toscaNodeName, toscaNodeType, state, physicalId }: Resource) => ({
  uuid: id,
  toscaNodeName,
  toscaNodeType,
  state,
  ...(physicalId !== undefined && { physicalId }),
});

const infrastructureView = ({ number, providerId, infrastructureId, state }: Attempt) => ({
  attempt: number,
  provider: providerId,
  ...(infrastructureId !== undefined && { physicalId: infrastructureId }),
  state,
});

export const infrastructureViews = (attempts: readonly Attempt[]) => attempts.map(infrastructureView);

export const deletionView = ({ status, resources, attempts, notes }: PlannedDeletion): BodyOf<'DeletionDryRun'> => ({
  status,
  resources: resources.map(resourceView),
  infrastructures: infrastructureViews(attempts),
  notes,
});

export const resetView = ({ status, resources }: PlannedReset): BodyOf<'ResetDryRun'> => ({
  status,
  resources: resources.map((resource) => ({ ...resourceView(resource), state: 'ERROR' })),
});

export const actionView = (resource: Resource, type: ActionType): BodyOf<'ActionDryRun'> => ({
  ...resourceView(resource),
  action: type,
  state: actionStates[type].by,
  nextState: actionStates[type].to,
});
