import { isCalled } from '../../domain/cloudformation/software/operation-command.ts';
import { ProviderFailedError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { log } from '../../foundation/log.ts';
import { callsOf, invocationsOf, stateOf } from './commands.ts';
import type { Session } from './sessions.ts';

/**
 * Ends what somebody has called on these machines and still runs. It would hold up the operations before a deletion, and would go
 * on where a machine stays in the end (docs/decisions/0092). A refusal stops no deletion: an account of earlier times lacks the
 * right. Commands of the deployment's own life go on.
 */
export const cancelCalled = async (session: Session, machineIds: readonly string[]): Promise<void> => {
  try {
    await Promise.all(machineIds.map((id) => cancelOn(session, id)));
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError || error instanceof ProviderFailedError)) throw error;
    log('WARN', 'what was called may still run', { machineIds, reason: error.message });
  }
};

const cancelOn = async (session: Session, machineId: string): Promise<void> => {
  const running = (await invocationsOf(session, machineId)).filter(
    (one) => isCalled(one.Comment ?? '') && stateOf(one) === 'running',
  );
  const { cancel } = callsOf(session, () => Promise.resolve(''));
  for (const { CommandId = '' } of running) await cancel(machineId, CommandId);
};
