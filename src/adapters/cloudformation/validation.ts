import { DescribeEventsCommand, type OperationEvent } from '@aws-sdk/client-cloudformation';
import { ProviderUnavailableError } from '../../foundation/errors.ts';
import { log } from '../../foundation/log.ts';
import { withoutTokens } from '../../tosca/secrets/material.ts';
import { allPages } from '../aws/pages.ts';
import { callForStack } from './call-for-stack.ts';
import type { Session } from './sessions.ts';

/**
 * CloudFormation looks at a template before it makes anything. Where that fails, its status and events only say where to ask
 * [CloudFormation user guide, "Validate stack deployments"].
 */
export const failedEarly = (said = ''): boolean => /EarlyValidation|DescribeEvents/.test(said);

/** A mistake that was found before anything was made. */
export interface EarlyProblem {
  /** logical id and type of the resource */
  readonly id: string;
  readonly type: string;
  /** such as PROPERTY_VALIDATION, or the type of a hook */
  readonly name: string;
  readonly why: string;
  /** where in the template, such as `/Resources/Web/Properties/Colour`; empty: unknown */
  readonly path: string;
}

type Place = { readonly StackName: string } | { readonly ChangeSetName: string };

/**
 * What the last validation of a stack or change set found. Empty where nothing is known: a role of earlier times may lack the
 * right to ask, and then the failure is told without its cause.
 */
export const earlyProblems = async (session: Session, place: Place): Promise<readonly EarlyProblem[]> => {
  const id = 'StackName' in place ? place.StackName : place.ChangeSetName;
  try {
    const events = await allPages('the events of an operation', async (NextToken) => {
      const given = { ...place, Filters: { FailedEvents: true }, ...(NextToken && { NextToken }) };
      const send = () => session.stacks.send(new DescribeEventsCommand(given));
      const answer = await callForStack(session, id, send);
      return { items: answer.OperationEvents, next: answer.NextToken };
    });
    return ofLastOperation(events.filter(isMistake)).map(problemOf);
  } catch (error) {
    const isRefused = error instanceof ProviderUnavailableError && error.outageCause === 'credentials-refused';
    if (!isRefused) throw error;
    log('WARN', 'may not ask what the validation of a stack found', { stack: id });
    return [];
  }
};

/** Also what a hook of the account refuses; neither where it only warns. */
const isMistake = ({ EventType, ValidationFailureMode, HookFailureMode }: OperationEvent): boolean =>
  (EventType === 'VALIDATION_ERROR' && ValidationFailureMode !== 'WARN') ||
  (EventType === 'HOOK_INVOCATION_ERROR' && HookFailureMode !== 'WARN');

/** The newest event comes first. */
const ofLastOperation = (events: readonly OperationEvent[]): readonly OperationEvent[] =>
  events.filter(({ OperationId }) => OperationId === events[0]?.OperationId);

const problemOf = (event: OperationEvent): EarlyProblem => {
  const { LogicalResourceId: id = '', ResourceType: type = '', ValidationPath: path = '' } = event;
  const name = event.ValidationName ?? event.HookType ?? '';
  const why = event.ValidationStatusReason ?? event.HookStatusReason ?? 'no reason is given';
  return { id, type, name, why: withoutTokens(why), path };
};

/** A sentence for all of them; `nodes`: the node of each logical id. */
export const saidEarly = (problems: readonly EarlyProblem[], nodes: ReadonlyMap<string, string>): string =>
  problems
    .map(({ id, type, name, why, path }) => {
      const node = nodes.has(id) ? `node ${nodes.get(id)}: ` : '';
      return `${node}${id} (${type}): ${why}${path === '' ? '' : ` (at ${path})`} [${name}]`;
    })
    .join('; ');

/** Properties that AWS does not have are wrong at every provider; a name that is taken is not. */
export const isOfTemplate = (problems: readonly EarlyProblem[]): boolean =>
  problems.length > 0 && problems.every(({ name }) => name === 'PROPERTY_VALIDATION');
