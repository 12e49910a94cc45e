/** Drift-aware change sets: CloudFormation sets back what somebody else has changed of a stack (docs/decisions/0077). */

import {
  ChangeSetNotFoundException,
  CreateChangeSetCommand,
  DeleteChangeSetCommand,
  DescribeChangeSetCommand,
  type DescribeChangeSetCommandOutput,
  ExecuteChangeSetCommand,
  type ResourceChange,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { nodeOf, partName, resourcesIn } from '../../domain/cloudformation/blueprint/stack-parts.ts';
import { imageParameter } from '../../domain/cloudformation/machines/compute.ts';
import { isStateful } from '../../domain/cloudformation/stateful-types.ts';
import type { PlannedRevert } from '../../domain/deployers/revert.ts';
import type { Clock } from '../../foundation/clock.ts';
import { NotReadyError, ProviderFailedError } from '../../foundation/errors.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { answering } from '../aws/errors.ts';
import { actionOf, changesNothing, detailsOf, isWithoutChanges, othersOf, whyNot } from './change-sets.ts';
import { roleOf, type Session } from './sessions.ts';
import { describe } from './stacks.ts';
import { withTemplate } from './template-files.ts';
import { templateOf } from './templates.ts';

/** It has compared with what stood when it was made: an older one is made again. */
const longestMs = 15 * 60_000;

const nameOf = (token: string): string => `toscanini-repair-${token}`;

/**
 * What CloudFormation would do. `token`: of the operation; a repeat finds the change set that it has made. undefined: it is still
 * being worked out. ProviderFailedError when CloudFormation cannot plan it.
 */
export const planReverts = async (
  session: Session,
  id: string,
  token: string,
  clock: Clock,
): Promise<readonly PlannedRevert[] | undefined> => {
  const seen = await found(session, id, token);
  if (seen === undefined) return made(session, id, token);
  const age = clock.now().getTime() - (seen.CreationTime?.getTime() ?? 0);
  if (age > longestMs) return dropReverts(session, id, token);
  if (seen.Status === 'FAILED') return failed(session, id, seen);
  if (seen.Status !== 'CREATE_COMPLETE') return undefined;
  const changes = [...(seen.Changes ?? []), ...(await othersOf(session, seen))].flatMap(
    ({ ResourceChange: change }) => change ?? [],
  );
  const resources = resourcesIn(parseExactly(await templateOf(session, id)));
  return changes.filter((one) => !changesNothing(one)).map((one) => planned(one, resources));
};

const failed = async (
  session: Session,
  id: string,
  seen: DescribeChangeSetCommandOutput,
): Promise<readonly PlannedRevert[]> => {
  if (isWithoutChanges(seen)) return [];
  const why = await whyNot(session, seen, parseExactly(await templateOf(session, id)));
  throw new ProviderFailedError(`CloudFormation cannot plan this repair: ${why}`);
};

/** Starts what was planned. A repeat does nothing. ProviderFailedError when something else has changed the stack since. */
export const carryOutReverts = async (session: Session, id: string, token: string): Promise<void> => {
  const seen = await found(session, id, token);
  const status = seen?.ExecutionStatus;
  if (status?.startsWith('EXECUTE_')) return;
  if (seen === undefined || status !== 'AVAILABLE') {
    if (seen === undefined && isOf(await describe(session, id), token)) return;
    throw new ProviderFailedError('something else has changed the stack since the repair was planned: check it again');
  }
  const request = { ChangeSetName: seen.ChangeSetId, ClientRequestToken: nameOf(token) };
  await answering('update', () => session.stacks.send(new ExecuteChangeSetCommand(request)));
};

/** The change set with which the stack was changed last. */
const isOf = ({ ChangeSetId = '' }: Stack, token: string): boolean => ChangeSetId.includes(`/${nameOf(token)}/`);

/** No error if it is not there. */
export const dropReverts = async (session: Session, StackName: string, token: string): Promise<undefined> => {
  await answering('stack', async () => {
    try {
      await session.stacks.send(new DeleteChangeSetCommand({ StackName, ChangeSetName: nameOf(token) }));
    } catch (error) {
      if (!(error instanceof ChangeSetNotFoundException)) throw error;
    }
  });
  return undefined;
};

const found = (session: Session, StackName: string, token: string) =>
  answering('update', async () => {
    try {
      return await session.stacks.send(new DescribeChangeSetCommand({ StackName, ChangeSetName: nameOf(token) }));
    } catch (error) {
      if (error instanceof ChangeSetNotFoundException) return undefined;
      throw error;
    }
  });

/** The stack's own template and parameters: nothing but what has drifted is changed. */
const made = async (session: Session, id: string, token: string): Promise<undefined> => {
  const [stack, text] = await Promise.all([describe(session, id), templateOf(session, id)]);
  const { template, Parameters } = unchanged(stack, parseExactly(text));
  const request = {
    ...{ StackName: id, ChangeSetName: nameOf(token), ChangeSetType: 'UPDATE' as const, Parameters },
    ...{ DeploymentMode: 'REVERT_DRIFT' as const, Tags: stack.Tags ?? [], ...roleOf(session) },
  };
  await answering('update', () =>
    withTemplate(session.files, { name: stack.StackName ?? '', template }, async (sent) => {
      try {
        return await session.stacks.send(new CreateChangeSetCommand({ ...request, ...sent }));
      } catch (error) {
        if (error instanceof Error && error.name.startsWith('AlreadyExists'))
          throw new NotReadyError('the repair is being planned already', { cause: error });
        throw error;
      }
    }),
  );
};

type Template = { readonly [section: string]: unknown };

/**
 * The public parameter of an image names a newer image after some weeks, and to keep it would replace every machine: its value is
 * sent as the stack has resolved it. All others keep their values, which need not be known here.
 */
const unchanged = ({ Parameters: known = [] }: Stack, template: Template) => {
  const declared = (template['Parameters'] ?? {}) as { readonly [name: string]: { readonly Type: string } };
  const isImage = (name = ''): boolean => declared[name]?.Type === imageParameter;
  const types = Object.entries(declared).map(([name, one]) => [name, isImage(name) ? { ...one, Type: 'String' } : one]);
  return {
    template: types.length === 0 ? template : { ...template, Parameters: Object.fromEntries(types) },
    Parameters: known.map(({ ParameterKey, ParameterValue, ResolvedValue }) =>
      isImage(ParameterKey)
        ? { ParameterKey, ParameterValue: ResolvedValue ?? ParameterValue }
        : { ParameterKey, UsePreviousValue: true },
    ),
  };
};

const planned = (change: ResourceChange, resources: ReturnType<typeof resourcesIn>): PlannedRevert => {
  const { LogicalResourceId: id = '', ResourceType: type = '', Action, PolicyAction } = change;
  const resource = resources[id];
  const node = resource && nodeOf(resource);
  const isKnown = Action === 'Add' || Action === 'Remove' || Action === 'Modify';
  return {
    id: partName(id, type),
    ...(node !== undefined && { node }),
    action: !isKnown ? 'unknown' : isOnlyStopped(change) ? 'changed' : actionOf(change),
    because: causesOf(change).map((cause) => partName(cause, resources[cause]?.Type ?? '')),
    holdsData: (type === machine || isStateful(type)) && PolicyAction !== 'ReplaceAndRetain',
  };
};

const machine = 'AWS::EC2::Instance';

/**
 * A machine whose disk is EBS's is stopped for these, and started again (CloudFormation's reference of the type). AWS's data
 * only says that they may replace it, as it says of others.
 */
const stopping: readonly string[] = ['InstanceType', 'EbsOptimized'];

const isOnlyStopped = (change: ResourceChange): boolean =>
  change.ResourceType === machine &&
  change.Replacement === 'Conditional' &&
  detailsOf(change).every(
    ({ Target }) => Target?.RequiresRecreation === 'Never' || stopping.includes(Target?.Name ?? ''),
  );

/** Logical ids; empty where a part of the change has another cause. */
const causesOf = (change: ResourceChange): readonly string[] => {
  const causes = detailsOf(change).map(({ ChangeSource, CausingEntity }) =>
    ChangeSource === 'ResourceReference' || ChangeSource === 'ResourceAttribute'
      ? CausingEntity?.split('.')[0]
      : undefined,
  );
  const known = causes.filter((cause) => cause !== undefined);
  return known.length === causes.length ? [...new Set(known)] : [];
};
