import type { StackEvent } from '@aws-sdk/client-cloudformation';
import type { WholeChange } from '../../domain/deployers/machines.ts';
import { withoutTokens } from '../../tosca/secrets/material.ts';
import { failsByItself, isFailure, reasonOf } from './events.ts';
import { failedEarly } from './validation.ts';
import { verdictOn } from './verdicts.ts';

export interface Failure {
  readonly why: string;
  readonly blame?: 'work';
  /** it passes by itself: the same may succeed when it is made again */
  readonly passing?: true;
  /** true: the reason only says that the template was looked at before anything was made (validation.ts) */
  readonly early?: true;
  readonly stuck?: WholeChange['stuck'];
}

/**
 * Why the last operation of the stack failed: the first event that failed by itself and was not merely given up because
 * of another one. `nodes`: the node of each logical id.
 */
export const failureOf = (events: readonly StackEvent[], nodes: ReadonlyMap<string, string>): Failure => {
  const start = events.findLastIndex(isStart);
  const all = events.slice(Math.max(start, 0));
  const first =
    all.find(failsByItself) ?? all.find((event) => isFailure(event) && event.PhysicalResourceId !== event.StackId);
  const whole = all.findLast((event) => event.PhysicalResourceId === event.StackId && event.ResourceStatusReason);
  const event = first ?? whole;
  if (event === undefined) return { why: 'CloudFormation does not say why' };
  const said = [reasonOf(event) ?? 'no reason is given', ...refusalsOfHooks(event, all)].join(': ');
  const blocking = all
    .filter(({ ResourceStatus }) => ResourceStatus === 'DELETE_FAILED')
    .flatMap(({ LogicalResourceId, PhysicalResourceId, StackId }) =>
      PhysicalResourceId === StackId ? [] : (LogicalResourceId ?? []),
    );
  const named = (id = ''): string => (nodes.has(id) ? `node ${nodes.get(id)}` : id);
  const others = [...new Set(blocking)].filter((id) => id !== event.LogicalResourceId).map(named);
  const more = others.length === 0 ? '' : `; what is not deleted either: ${others.join(', ')}`;
  const id = event.LogicalResourceId ?? '';
  const what = `${nodes.has(id) ? `${named(id)}: ` : ''}${id} (${event.ResourceType}) is ${event.ResourceStatus}`;
  const why = `${what}: ${inShort(said)}${more}${adviceFor(event, all, said)}`;
  const { blame, passing } = verdictOn(said);
  return { why, ...(blame && { blame }), ...(passing && { passing }), ...(failedEarly(said) && { early: true }) };
};

/** A failure only names the hooks that refused it; their own events say why. */
const refusalsOfHooks = (event: StackEvent, all: readonly StackEvent[]): readonly string[] => {
  if (!/hook\(s\) failed/i.test(event.ResourceStatusReason ?? '')) return [];
  const own = all.filter(
    ({ LogicalResourceId: id, HookStatusReason }) => id === event.LogicalResourceId && HookStatusReason,
  );
  return [...new Set(own.map(({ HookStatusReason = '' }) => withoutTokens(HookStatusReason)))];
};

/** Of an update whose rollback has failed too: when the rollback last failed, and why. */
export const stuckOf = (events: readonly StackEvent[], nodes: ReadonlyMap<string, string>): WholeChange['stuck'] => {
  const own = ({ PhysicalResourceId, StackId }: StackEvent): boolean => PhysicalResourceId === StackId;
  const last = events.findLast(own);
  if (last?.ResourceStatus !== 'UPDATE_ROLLBACK_FAILED' || last.Timestamp === undefined) return undefined;
  const start = events.findLastIndex((one) => own(one) && one.ResourceStatus === 'UPDATE_ROLLBACK_IN_PROGRESS');
  const { why } = failureOf(events.slice(Math.max(start, 0)), nodes);
  return { since: last.Timestamp.toISOString(), why };
};

const handlerSaid = 'Resource handler returned message: "';

/** What AWS says, without what only its support needs: the log has all of it. */
const inShort = (said: string): string => {
  const code = /HandlerErrorCode: (\w{1,60})\)$/.exec(said.slice(-100))?.[1];
  const end = said.lastIndexOf('" (');
  if (!said.startsWith(handlerSaid) || code === undefined || end < handlerSaid.length)
    return said.replace(/ ?\(Service: ([^()]*)\)/, (_, rest: string) => inBrackets(rest));
  const message = said.slice(handlerSaid.length, end);
  return `${message.replace(/ ?\(Service: [^()]*\)/g, '').replace(/\.$/, '')} (${code})`;
};

/** Types of before the registry of CloudFormation name the code among the rest. */
const inBrackets = (rest: string): string => {
  const [, code] = /\bError Code: (\w+);/.exec(rest) ?? [];
  return code === undefined ? '' : ` (${code})`;
};

const adviceFor = (event: StackEvent, all: readonly StackEvent[], said: string): string => {
  if (event.ResourceStatus === 'DELETE_FAILED') return adviceForFull(all);
  const { advice } = verdictOn(said);
  return advice === undefined ? '' : `; ${advice}`;
};

/** Only a bucket that is full needs its owner; whatever else blocks a deletion goes with time, or is named. */
const adviceForFull = (all: readonly StackEvent[]): string => {
  const isFull = ({ ResourceType, ResourceStatus, ResourceStatusReason = '' }: StackEvent): boolean =>
    ResourceType === 'AWS::S3::Bucket' && ResourceStatus === 'DELETE_FAILED' && /not empty/i.test(ResourceStatusReason);
  const full = [...new Set(all.filter(isFull).map(({ PhysicalResourceId }) => PhysicalResourceId))];
  return full.length === 0
    ? ''
    : `; delete all objects of bucket ${full.join(' and of bucket ')}, all versions of them too, and delete the deployment again, or delete it with force=true, which leaves the bucket behind`;
};

/** The start of an operation on the whole stack. */
const isStart = ({ PhysicalResourceId, StackId, ResourceStatus }: StackEvent): boolean =>
  PhysicalResourceId === StackId && /^(CREATE|UPDATE|DELETE)_IN_PROGRESS$/.test(ResourceStatus ?? '');
