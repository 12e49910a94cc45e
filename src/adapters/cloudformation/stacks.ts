import {
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStacksCommand,
  ListStacksCommand,
  type Parameter,
  type Stack,
  StackStatus,
  type Tag,
  UpdateStackCommand,
} from '@aws-sdk/client-cloudformation';
import { isEqual } from '../../domain/changes/differences.ts';
import { asJson, outputOf } from '../../domain/cloudformation/blueprint/blueprint.ts';
import { nodesByPart, partsIn } from '../../domain/cloudformation/blueprint/stack-parts.ts';
import { imageParameter } from '../../domain/cloudformation/machines/compute.ts';
import { asInForceIfSame } from '../../domain/cloudformation/machines/copies-in-force.ts';
import { withMachinesInForce } from '../../domain/cloudformation/machines/in-force.ts';
import { isReplacedByTags } from '../../domain/cloudformation/replaced-by-tags.ts';
import type { Submission } from '../../domain/deployers/planner.ts';
import {
  NotFoundError,
  ProviderFailedError,
  ProviderUnavailableError,
  WorkFailedError,
} from '../../foundation/errors.ts';
import { log } from '../../foundation/log.ts';
import type { Json } from '../../tosca/topology.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { answering, given } from '../aws/errors.ts';
import { allPages } from '../aws/pages.ts';
import { callForStack } from './call-for-stack.ts';
import { withSubnets } from './default-subnets.ts';
import { whyFailed } from './nodes.ts';
import { readOrder, type StackOrder } from './planner.ts';
import { continueRollback } from './rollbacks.ts';
import { roleOf, type Session } from './sessions.ts';
import { tagsOf } from './stack-tags.ts';
import { withTemplate } from './template-files.ts';
import { templateOf } from './templates.ts';
import { earlyProblems, failedEarly, isOfTemplate, saidEarly } from './validation.ts';

/**
 * Nothing is rolled back when it fails, so that the attempt can be kept, and its clean-up deletes it. The same token
 * makes a repeat harmless. A stack of this name is the one that an earlier call has made.
 */
export const create = async (session: Session, submission: Submission): Promise<string> => {
  const order = await withSubnets(session, readOrder(submission));
  const request = {
    StackName: order.name,
    Parameters: Object.entries(order.parameters).map(([ParameterKey, ParameterValue]) => ({
      ParameterKey,
      ParameterValue,
    })),
    Tags: tagsOf(session, order),
    ...roleOf(session),
    OnFailure: 'DO_NOTHING' as const,
    ClientRequestToken: order.name,
  };
  const made = await answering('create', async () => {
    try {
      const send = (sent: object) => session.stacks.send(new CreateStackCommand({ ...request, ...sent }));
      return (await withTemplate(session.files, order, send)).StackId;
    } catch (error) {
      if (error instanceof Error && /AlreadyExists/.test(error.name)) return find(session, order.name);
      throw error;
    }
  }).catch(async (error: unknown) => {
    throw withoutTypes(await withProblems(error, session, order), session, order);
  });
  return given(made, `the id of stack ${order.name}`);
};

/** The call itself may be refused by the validation, and then says only where to ask for the reason. */
const withProblems = async (error: unknown, session: Session, { name, template }: StackOrder): Promise<unknown> => {
  if (!(error instanceof ProviderFailedError && failedEarly(error.message))) return error;
  const problems = await earlyProblems(session, { StackName: name }).catch((cause: unknown) => {
    if (cause instanceof NotFoundError) return [];
    throw cause;
  });
  if (problems.length === 0) return error;
  const nodes = nodesByPart(template);
  const why = `CloudFormation refuses the template before it makes anything: ${saidEarly(problems, nodes)}`;
  const Kind = isOfTemplate(problems) ? WorkFailedError : ProviderFailedError;
  return new Kind(why, { cause: error });
};

/** The text behind the first place where another one stands; empty: it stands nowhere. */
const afterOf = (text: string, before: string): string => {
  const at = text.indexOf(before);
  return at < 0 ? '' : text.slice(at + before.length);
};

/** A template may misspell a type of CloudFormation, or the region may lack it. Another region may have it. */
const withoutTypes = (error: unknown, { region }: Session, { template }: StackOrder): unknown => {
  const [, list] =
    error instanceof Error ? (/\[([^[\]]*)\]/.exec(afterOf(error.message, 'Unrecognized resource types: ')) ?? []) : [];
  if (list === undefined) return error;
  const types = list.split(/, */);
  const parts = partsIn(template).filter(({ type }) => types.includes(type));
  const named = parts.map(({ node, type }) => `node ${node}: CloudFormation has no type ${type} in ${region}`);
  const advice = 'correct the name of the type, or deploy in a region that has it';
  return new ProviderFailedError(`${named.join('; ') || list}: ${advice}`, { cause: error });
};

/** NotFoundError for one that was deleted. */
export const describe = async (session: Session, StackName: string): Promise<Stack> => {
  const answer = await callForStack(session, StackName, () =>
    session.stacks.send(new DescribeStacksCommand({ StackName })),
  );
  // a stack that does not exist is an error, not an empty list
  const stack = given(answer.Stacks?.[0], `the stack ${StackName}`);
  if (stack.StackStatus === 'DELETE_COMPLETE') throw new NotFoundError(`there is no stack ${StackName}`);
  return stack;
};

export const find = async (session: Session, name: string): Promise<string | undefined> => {
  try {
    return (await describe(session, name)).StackId;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
};

const standing = Object.values(StackStatus).filter((status) => status !== 'DELETE_COMPLETE');

/** Id -> name of every stack of ours. */
export const list = async ({ stacks }: Session): Promise<ReadonlyMap<string, string>> => {
  const all = await allPages('a list of stacks', async (NextToken) => {
    const request = { StackStatusFilter: standing, ...(NextToken && { NextToken }) };
    const answer = await answering('stack', () => stacks.send(new ListStacksCommand(request)));
    return { items: answer.StackSummaries, next: answer.NextToken };
  });
  return new Map(
    all.flatMap(({ StackId, StackName }): [string, string][] =>
      StackId && StackName?.startsWith('toscanini-') ? [[StackId, StackName]] : [],
    ),
  );
};

/** `kind`: the beginning of the descriptions of those that are wanted. */
export const outputsOf = ({ Outputs = [] }: Stack, kind = outputOf): { readonly [name: string]: Json } =>
  Object.fromEntries(
    Outputs.flatMap(({ Description = '', OutputValue = '' }): [string, Json][] => {
      if (!Description.startsWith(kind)) return [];
      const name = Description.slice(kind.length);
      if (!name.endsWith(asJson)) return [[name, OutputValue]];
      return [[name.slice(0, -asJson.length), listIn(OutputValue)]];
    }),
  );

/** The stack of an earlier release may have written no JSON: it escaped nothing. */
const listIn = (text: string): Json => {
  try {
    return parseExactly(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
};

/**
 * A creation without rollback that failed. There is nothing to go back to, so an update has to keep what it makes too
 * (CloudFormation's guide, "Choose how to handle failures when provisioning resources").
 */
const unfinished: ReadonlySet<string> = new Set<StackStatus>(['CREATE_FAILED', 'UPDATE_FAILED']);

/** No updates: it is so already. After a rollback that got stuck, the way back is finished first. */
export const update = async (session: Session, id: string, submission: Submission): Promise<void> => {
  const stack = await describe(session, id);
  if (stack.StackStatus === 'UPDATE_ROLLBACK_FAILED') return continueRollback(session, stack, readOrder(submission));
  const update = await updateOf(session, stack, readOrder(submission));
  try {
    const kept = unfinished.has(stack.StackStatus ?? '') && { DisableRollback: true };
    const send = (sent: object) => session.stacks.send(new UpdateStackCommand({ ...update.stack, ...kept, ...sent }));
    const { StackId } = await answering('update', () => withTemplate(session.files, update.order, send));
    given(StackId, 'the id of the stack');
  } catch (error) {
    if (error instanceof ProviderUnavailableError && (await wasTaken(session, stack))) return;
    if (error instanceof Error && /No updates are to be performed/.test(error.message)) return;
    throw await withProblems(error, session, { ...update.order, name: stack.StackName ?? '' });
  }
};

/** Another tag would replace some types of resources, with all that they hold, and no dry run would say it. */
const tagsOfUpdate = (session: Session, { Tags = [] }: Stack, order: StackOrder) =>
  isReplacedByTags(order.template) ? Tags : tagsOf(session, order);

/** What the stack is to become, as an update or a change set says it. */
export const updateOf = async (session: Session, stack: Stack, stackOrder: StackOrder) => {
  const { StackId, Parameters = [] } = stack;
  const kept = await withMachines(session, stack, stackOrder);
  const order = pinned(await withSubnets(session, kept, Parameters), Parameters);
  const common = {
    StackName: StackId,
    Parameters: order.sent,
    Tags: tagsOfUpdate(session, stack, order),
    ...roleOf(session),
  };
  return { order, stack: common };
};

/** Nothing that stands is replaced but what the request says. */
const withMachines = async (session: Session, stack: Stack, order: StackOrder): Promise<StackOrder> => {
  const { StackId = '', Tags = [] } = stack;
  const inForce = parseExactly<Parameters<typeof withMachinesInForce>[1]>(await templateOf(session, StackId));
  const { template, refusals } = withMachinesInForce(order.template, inForce);
  if (refusals.length > 0) throw new ProviderFailedError([...new Set(refusals)].join('; '));
  const isTagged = isEqual(byKey(Tags), byKey(tagsOf(session, order)));
  return { ...order, template: isTagged ? asInForceIfSame(template, inForce) : template };
};

/** CloudFormation tells tags in no order. */
const byKey = (tags: readonly Tag[]): Json => Object.fromEntries(tags.map(({ Key = '', Value = '' }) => [Key, Value]));

/** Ids of its last updates; empty: CloudFormation does not tell. A rollback is none. */
export const updatesOf = ({ LastOperations = [] }: Stack): readonly string[] =>
  LastOperations.flatMap(({ OperationType, OperationId }) =>
    OperationType === 'UPDATE_STACK' && OperationId !== undefined ? [OperationId] : [],
  );

/** Whether an update has started since the stack was read: then a lost answer needs no second request. */
const wasTaken = async (session: Session, before: Stack): Promise<boolean> => {
  const now = await describe(session, before.StackId ?? '');
  if (now.LastUpdatedTime?.getTime() !== before.LastUpdatedTime?.getTime()) return true;
  const known = new Set(updatesOf(before));
  // two updates may begin in one instant
  return updatesOf(now).some((id) => !known.has(id));
};

/**
 * The public parameter of an image names a newer image after some weeks, and an update would replace every machine. So
 * the image that the stack has resolved is sent as it is. A parameter's name says the system, so another system has
 * another one.
 */
const pinned = (order: StackOrder, known: readonly Parameter[]): StackOrder & { readonly sent: Parameter[] } => {
  const held = new Map(known.map((one) => [one.ParameterKey, one.ResolvedValue ?? one.ParameterValue]));
  const declared = (order.template['Parameters'] ?? {}) as { readonly [name: string]: { readonly Type: string } };
  const types = Object.fromEntries(
    Object.entries(declared).map(([name, one]) => [
      name,
      held.has(name) && one.Type === imageParameter ? { ...one, Type: 'String' } : one,
    ]),
  );
  const names = new Set([...Object.keys(order.parameters), ...Object.keys(declared)]);
  const sent = [...names].map((ParameterKey) => {
    const [value, old] = [order.parameters[ParameterKey], held.get(ParameterKey)];
    return {
      ParameterKey,
      ParameterValue: declared[ParameterKey]?.Type === imageParameter ? (old ?? value) : (value ?? old),
    };
  });
  const template = Object.keys(types).length === 0 ? order.template : { ...order.template, Parameters: types };
  return { ...order, template, sent };
};

/**
 * No error if it is gone. A deletion that failed is tried again, and the failure told, since CloudFormation forgets it
 * with the next try. `force`: then the stack goes without what blocks it. A stack that somebody has protected stays.
 */
export const destroy = async (session: Session, id: string, { force = false } = {}): Promise<void> => {
  const stack = await describe(session, id).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (stack === undefined) return;
  if (stack.EnableTerminationProtection === true) {
    throw new ProviderFailedError(
      `stack ${stack.StackName} is protected against deletion: switch off its termination protection`,
    );
  }
  const failure = stack.StackStatus === 'DELETE_FAILED' ? await whyFailed(session, id) : undefined;
  const mode = failure && force && { DeletionMode: 'FORCE_DELETE_STACK' as const };
  const request = { StackName: id, ...mode, ...roleOf(session) };
  await answering('stack', () => session.stacks.send(new DeleteStackCommand(request)));
  if (failure && force) return log('WARN', 'left over', { stack: id, leftOver: failure.why });
  if (failure) throw new ProviderFailedError(`the stack could not be deleted: ${failure.why}`);
};
