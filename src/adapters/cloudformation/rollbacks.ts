import { ContinueUpdateRollbackCommand, type Stack, type StackEvent } from '@aws-sdk/client-cloudformation';
import { nodesByPart } from '../../domain/cloudformation/blueprint/stack-parts.ts';
import { allows } from '../../domain/cloudformation/lost-data.ts';
import { NotReadyError } from '../../foundation/errors.ts';
import { answering } from '../aws/errors.ts';
import { eventsOf } from './events.ts';
import type { StackOrder } from './planner.ts';
import { roleOf, type Session } from './sessions.ts';
import { templateOf } from './templates.ts';

/**
 * Goes on with a rollback that got stuck. What has failed again is left as it is where the request names its node (`replace`): its
 * owner gives it up, and the update that follows makes it anew or removes it. Throws NotReadyError: the update comes later.
 */
export const continueRollback = async (
  session: Session,
  { StackId: id = '' }: Stack,
  order: StackOrder,
): Promise<never> => {
  const skipped = order.replace ? await givenUp(session, id, order.replace) : [];
  const skipping = skipped.length > 0 && { ResourcesToSkip: [...skipped] };
  const request = { StackName: id, ...skipping, ...roleOf(session) };
  await answering('update', () => session.stacks.send(new ContinueUpdateRollbackCommand(request)));
  const left = skipped.length === 0 ? '' : `, without ${skipped.join(', ')}`;
  throw new NotReadyError(`an earlier update was not rolled back completely: its rollback goes on first${left}`);
};

/** Logical ids of what the last rollback could not bring back, at the second failure or later, and at nodes that may be given up. */
const givenUp = async (
  session: Session,
  id: string,
  replace: NonNullable<StackOrder['replace']>,
): Promise<readonly string[]> => {
  const [template, events] = await Promise.all([templateOf(session, id), eventsOf(session, id)]);
  const nodes = nodesByPart(JSON.parse(template));
  return failedAgain(events).filter((one) => nodes.has(one) && allows(replace, nodes.get(one) ?? ''));
};

const own = ({ PhysicalResourceId, StackId }: StackEvent): boolean => PhysicalResourceId === StackId;

/** Only what failed because the rollback did can be skipped, so what the update itself could not do is left out. */
const failedAgain = (events: readonly StackEvent[]): readonly string[] => {
  const update = events.findLastIndex((one) => own(one) && one.ResourceStatus === 'UPDATE_IN_PROGRESS');
  const since = events.slice(Math.max(update, 0));
  const failures = since.filter((one) => own(one) && one.ResourceStatus === 'UPDATE_ROLLBACK_FAILED');
  if (failures.length < 2) return [];
  const start = since.findLastIndex((one) => own(one) && one.ResourceStatus === 'UPDATE_ROLLBACK_IN_PROGRESS');
  const failed = since.slice(start).filter((one) => !own(one) && one.ResourceStatus === 'UPDATE_FAILED');
  return [...new Set(failed.flatMap(({ LogicalResourceId }) => LogicalResourceId ?? []))];
};
