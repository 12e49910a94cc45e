import {
  type Change,
  ChangeSetNotFoundException,
  CreateChangeSetCommand,
  DeleteChangeSetCommand,
  DescribeChangeSetCommand,
  type DescribeChangeSetCommandOutput,
  type ResourceChange,
  type ResourceChangeDetail,
} from '@aws-sdk/client-cloudformation';
import { nodeOf, nodesByPart, resourcesIn } from '../../domain/cloudformation/blueprint/stack-parts.ts';
import type { PlannedResource } from '../../domain/deployers/preview.ts';
import type { Clock } from '../../foundation/clock.ts';
import { NotReadyError, ProviderFailedError } from '../../foundation/errors.ts';
import { withoutTokens } from '../../tosca/secrets/material.ts';
import { answering, given } from '../aws/errors.ts';
import { realPause } from '../environment/system.ts';
import type { StackOrder } from './planner.ts';
import type { Session } from './sessions.ts';
import { describe, updateOf } from './stacks.ts';
import { withTemplate } from './template-files.ts';
import { earlyProblems, saidEarly } from './validation.ts';

/** The only one of a stack: what a process that died has left is replaced by the next dry run. */
const name = 'toscanini-dry-run';

/** A dry run that began so long ago is not at work any more; the gateway ended its request after 29 seconds. */
const longestMs = 60_000;

/** Below the time that the gateway gives a request. */
const patienceMs = 18_000;
const lookMs = 1_000;

interface Time {
  readonly clock: Clock;
  /** absent: in real time */
  readonly pause?: (ms: number) => Promise<void>;
}

/**
 * What an update of the stack would do. Makes a change set, reads it, and deletes it whatever happens. NotReadyError while
 * another dry run is at work, or when CloudFormation needs too long; other errors as those of an update.
 */
export const changesOf = async (
  session: Session,
  stackId: string,
  order: StackOrder,
  time: Time,
): Promise<readonly PlannedResource[]> => {
  const stack = await describe(session, stackId);
  const tags = Object.fromEntries((stack.Tags ?? []).map(({ Key = '', Value = '' }) => [Key, Value]));
  const update = await updateOf({ ...session, tags: undefined }, stack, { ...order, tags, labels: {} });
  const id = await withTemplate(session.files, { ...update.order, name: stack.StackName ?? '' }, (sent) =>
    made(session, { ...update.stack, ...sent }, time),
  );
  try {
    const { template } = update.order;
    const changes = await planned(session, id, template, time);
    const resources = resourcesIn(template);
    return changes.flatMap(({ ResourceChange: change }) =>
      change === undefined || changesNothing(change) ? [] : [shown(change, resources)],
    );
  } finally {
    await answering('stack', () => session.stacks.send(new DeleteChangeSetCommand({ ChangeSetName: id })));
  }
};

type UpdateRequest = Awaited<ReturnType<typeof updateOf>>['stack'];

const made = async (session: Session, request: UpdateRequest, time: Time): Promise<string> => {
  const create = new CreateChangeSetCommand({ ...request, ChangeSetName: name, ChangeSetType: 'UPDATE' });
  return answering('update', async () => {
    try {
      return given((await session.stacks.send(create)).Id, 'the id of the change set');
    } catch (error) {
      if (!(error instanceof Error && error.name.startsWith('AlreadyExists'))) throw error;
    }
    await removeOld(session, request.StackName, time);
    return given((await session.stacks.send(create)).Id, 'the id of the change set');
  });
};

const removeOld = async ({ stacks }: Session, StackName: string | undefined, { clock }: Time): Promise<void> => {
  const old = { ChangeSetName: name, StackName };
  const { CreationTime } = await stacks.send(new DescribeChangeSetCommand(old));
  const age = clock.now().getTime() - (CreationTime?.getTime() ?? 0);
  if (age < longestMs) throw new NotReadyError('another dry run of this deployment is at work: try again in a minute');
  await stacks.send(new DeleteChangeSetCommand(old));
};

const planned = async (
  session: Session,
  ChangeSetName: string,
  template: StackOrder['template'],
  time: Time,
): Promise<readonly Change[]> => {
  const { clock, pause = realPause } = time;
  const until = clock.now().getTime() + patienceMs;
  for (;;) {
    const answer = await described(session, { ChangeSetName });
    if (answer.Status === 'CREATE_COMPLETE') return [...(answer.Changes ?? []), ...(await othersOf(session, answer))];
    if (answer.Status === 'FAILED') {
      if (isWithoutChanges(answer)) return [];
      throw new ProviderFailedError(
        `CloudFormation cannot plan this update: ${await whyNot(session, answer, template)}`,
      );
    }
    if (clock.now().getTime() >= until)
      throw new NotReadyError(`CloudFormation has not planned the update within ${patienceMs / 1_000} seconds`);
    await pause(lookMs);
  }
};

type Answer = Pick<DescribeChangeSetCommandOutput, 'ChangeSetId' | 'StatusReason'>;

/** A change set that failed only because there is nothing to do. */
export const isWithoutChanges = ({ StatusReason = '' }: Answer): boolean =>
  /didn.t contain changes|No updates are to be performed/i.test(StatusReason);

/** Why a change set failed: the property and the reason, which its own status does not say. */
export const whyNot = async (
  session: Session,
  { ChangeSetId = '', StatusReason = 'no reason is given' }: Answer,
  template: StackOrder['template'],
): Promise<string> => {
  // only with its ARN is a change set found [aws-cloudformation/cloudformation-cli issue 1116]
  const problems = await earlyProblems(session, { ChangeSetName: ChangeSetId });
  return problems.length === 0 ? withoutTokens(StatusReason) : saidEarly(problems, nodesByPart(template));
};

/** The changes on the pages after the first. */
export const othersOf = async (session: Session, first: DescribeChangeSetCommandOutput): Promise<readonly Change[]> => {
  const found: Change[] = [];
  let { NextToken } = first;
  while (NextToken !== undefined) {
    const answer = await described(session, { ChangeSetName: first.ChangeSetId, NextToken });
    found.push(...(answer.Changes ?? []));
    NextToken = answer.NextToken;
  }
  return found;
};

const described = ({ stacks }: Session, request: { ChangeSetName: string | undefined; NextToken?: string }) =>
  answering('update', async () => {
    try {
      return await stacks.send(new DescribeChangeSetCommand(request));
    } catch (error) {
      if (error instanceof ChangeSetNotFoundException)
        throw new NotReadyError('another dry run or an update of this deployment came between: try again', {
          cause: error,
        });
      throw error;
    }
  });

const shown = (change: ResourceChange, resources: ReturnType<typeof resourcesIn>): PlannedResource => {
  const { LogicalResourceId: id = '', ResourceType = '', PhysicalResourceId } = change;
  const resource = resources[id];
  const node = resource && nodeOf(resource);
  const why = [...new Set(detailsOf(change).flatMap(reasonOf))].join('; ');
  return {
    ...{ name: id, type: ResourceType, action: actionOf(change) },
    ...(node !== undefined && { node }),
    ...(PhysicalResourceId !== undefined && { physicalId: PhysicalResourceId }),
    ...(why !== '' && { why }),
  };
};

/** `SyncWithActual`: what is there is already what the template says, so nothing is done to it. */
export const changesNothing = (change: ResourceChange): boolean =>
  change.Action === 'SyncWithActual' || ((change.Details?.length ?? 0) > 0 && detailsOf(change).length === 0);

/** What is changed of a resource. One property may already be as the template says, while another one is not. */
export const detailsOf = ({ Details = [] }: ResourceChange): readonly ResourceChangeDetail[] =>
  Details.filter(({ Target }) => Target?.AttributeChangeType !== 'SyncWithActual');

export const actionOf = ({ Action, Replacement }: ResourceChange): PlannedResource['action'] => {
  if (Action === 'Add') return 'added';
  if (Action === 'Remove') return 'removed';
  if (Replacement === 'True') return 'replaced';
  return Replacement === 'Conditional' ? 'perhaps replaced' : 'changed';
};

/** Names only: values may be secret. */
const reasonOf = ({ Target, ChangeSource, CausingEntity }: ResourceChangeDetail): readonly string[] => {
  if (Target === undefined) return [];
  const what = Target.Name ?? Target.Attribute ?? 'something';
  const cause = ChangeSource !== 'DirectModification' && CausingEntity ? ` with ${CausingEntity}` : '';
  if (Target.RequiresRecreation === 'Always') return [`${what} changes${cause}, which cannot be done on what exists`];
  if (Target.RequiresRecreation === 'Conditionally')
    return [`${what} changes${cause}, which cannot always be done on what exists`];
  return [`${what} changes${cause}`];
};
