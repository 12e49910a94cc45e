/** Change sets as CloudFormation shows them. */

import type { PlannedChange, PlannedDetail } from '../engine/planned-change.ts';
import { withProblems } from '../engine/problems.ts';
import { physicalIdOf } from '../engine/scope.ts';
import type { ChangeSet, Stack } from '../engine/stack.ts';
import type { Json } from '../protocol/json.ts';
import type { Tree } from '../protocol/xml.ts';
import type { Place } from '../world/place.ts';
import type { Call } from './call.ts';
import { parametersShown, tagsShown } from './stack-views.ts';

interface Status {
  readonly status: 'CREATE_IN_PROGRESS' | 'CREATE_COMPLETE' | 'FAILED';
  readonly execution: 'UNAVAILABLE' | 'AVAILABLE' | 'EXECUTE_IN_PROGRESS' | 'EXECUTE_COMPLETE' | 'EXECUTE_FAILED';
  readonly reason?: string;
}

const withoutChanges =
  "The submitted information didn't contain changes. Submit different information to create a change set.";

const executionOf = ({ executed }: ChangeSet, { status }: Stack): Status['execution'] => {
  if (!executed) return 'AVAILABLE';
  if (/^(CREATE|UPDATE(_COMPLETE_CLEANUP)?)_IN_PROGRESS$/.test(status)) return 'EXECUTE_IN_PROGRESS';
  return /(ROLLBACK|FAILED)/.test(status) ? 'EXECUTE_FAILED' : 'EXECUTE_COMPLETE';
};

export function statusOf(changeSet: ChangeSet, stack: Stack, now: number): Status {
  if (now < changeSet.readyAt) return { status: 'CREATE_IN_PROGRESS', execution: 'UNAVAILABLE' };
  if (changeSet.problems.some(({ mode }) => mode === 'FAIL'))
    return { status: 'FAILED', execution: 'UNAVAILABLE', reason: withProblems };
  if (changeSet.plan.length === 0 && changeSet.kind === 'UPDATE')
    return { status: 'FAILED', execution: 'UNAVAILABLE', reason: withoutChanges };
  return { status: 'CREATE_COMPLETE', execution: executionOf(changeSet, stack) };
}

const valueText = (value: Json): string | undefined =>
  value === undefined || typeof value === 'string' ? value : JSON.stringify(value);

const detailShown = (
  detail: PlannedDetail,
  { before, after, drift, previous }: PlannedChange,
  { values, at }: { readonly values: boolean; readonly at: number },
): Tree => ({
  Target: {
    Attribute: detail.attribute,
    Name: detail.name || undefined,
    RequiresRecreation: detail.recreation,
    ...(drift && detail.name && { BeforeValueFrom: 'ACTUAL_STATE', AfterValueFrom: 'TEMPLATE' }),
    ...(drift === 'MODIFIED' &&
      detail.name &&
      valueText(previous?.[detail.name]) !== valueText(before?.[detail.name]) && {
        Drift: {
          PreviousValue: valueText(previous?.[detail.name]),
          ActualValue: valueText(before?.[detail.name]),
          DriftDetectionTimestamp: new Date(at),
        },
      }),
    ...(values &&
      detail.name && {
        Path: `/${detail.attribute}/${detail.name}`,
        BeforeValue: valueText(before?.[detail.name]),
        AfterValue: valueText(after?.[detail.name]),
      }),
  },
  Evaluation: detail.evaluation,
  ChangeSource: detail.cause?.source ?? 'DirectModification',
  CausingEntity: detail.cause?.entity,
});

const policyOf = ({ action, retain, replacement }: PlannedChange): string | undefined => {
  if (action === 'Remove') return retain ? 'Retain' : 'Delete';
  return replacement === 'True' ? 'ReplaceAndDelete' : undefined;
};

const changeShown = (
  place: Place,
  change: PlannedChange,
  seen: { readonly values: boolean; readonly at: number },
): Tree => {
  const { values } = seen;
  const thing = place.things[change.thingId ?? ''];
  const context = (properties: PlannedChange['before']): string | undefined =>
    values && properties ? JSON.stringify({ Properties: properties }) : undefined;
  return {
    Type: 'Resource',
    ResourceChange: {
      PolicyAction: policyOf(change),
      Action: change.action,
      LogicalResourceId: change.logicalId,
      PhysicalResourceId: thing ? physicalIdOf(thing) : change.thingId,
      ResourceType: change.type,
      Replacement: change.replacement,
      ResourceDriftStatus: change.drift,
      Scope: [...new Set(change.details.map(({ attribute }) => attribute))],
      Details: change.details.map((detail) => detailShown(detail, change, seen)),
      BeforeContext: context(change.before),
      AfterContext: context(change.after),
    },
  };
};

export const summaryOf = (changeSet: ChangeSet, stack: Stack, now: number): { readonly [name: string]: Tree } => {
  const { status, execution, reason } = statusOf(changeSet, stack, now);
  return {
    StackId: stack.id,
    StackName: stack.name,
    ChangeSetId: changeSet.id,
    ChangeSetName: changeSet.name,
    ExecutionStatus: execution,
    Status: status,
    StatusReason: reason,
    CreationTime: new Date(changeSet.at),
    Description: changeSet.description,
  };
};

export const changeSetShown = (
  changeSet: ChangeSet,
  stack: Stack,
  { place, now }: Call,
  plan: readonly PlannedChange[],
  values: boolean,
): { readonly [name: string]: Tree } => ({
  ...summaryOf(changeSet, stack, now),
  Parameters: parametersShown(changeSet.design),
  Capabilities: changeSet.design.capabilities,
  Tags: tagsShown(changeSet.design.tags),
  NotificationARNs: [],
  OnStackFailure: changeSet.kind === 'CREATE' ? changeSet.onFailure : undefined,
  Changes:
    now < changeSet.readyAt ? [] : plan.map((change) => changeShown(place, change, { values, at: changeSet.at })),
});
