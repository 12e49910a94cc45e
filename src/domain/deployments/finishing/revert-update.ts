import { ConflictError, NotFoundError, TooLargeError } from '../../../foundation/errors.ts';
import { supersede } from '../accepting/supersede.ts';
import { causesIn } from '../record/cause.ts';
import { causeLine } from '../record/cause-line.ts';
import { after } from '../record/deadlines.ts';
import type { Deployment, Operation, Reverted } from '../record/deployment.ts';
import { owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { requireRoom } from '../record/record-room.ts';
import { report } from '../reporting/report.ts';
import type { WayBack } from './way-back.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'resources' | 'files' | 'timeline'>;

/**
 * Hands a failed update over to the operation that takes it back, whose id was chosen when the update was accepted; the sweep
 * starts it (docs/decisions/0065). Its template is stored before, so it is there when the record says so. Answers why it cannot
 * be; undefined: it was handed over. OperationSupersededError when another operation came first.
 */
export const revertUpdate = async (
  ports: Ports,
  deployment: Deployment,
  back: Extract<WayBack, { is: 'needed' }>,
  why: Omit<Reverted, 'operationId'> & { readonly headline: string },
): Promise<string | undefined> => {
  const { id, operation } = deployment;
  const { version, by } = back;
  const outline = await ports.files.findOutline(id, version.operationId);
  const now = ports.clock.now().toISOString();
  const next = (current: Deployment): Deployment => revertedTo(current, back, { why, now });
  try {
    requireRoom(next(deployment));
    await ports.files.putTemplate(id, by, await ports.files.getTemplate(id, version.operationId));
  } catch (error) {
    if (error instanceof TooLargeError) return error.message;
    if (error instanceof NotFoundError) return `the template of version ${version.number} is no longer stored`;
    throw error;
  }
  if (outline) await ports.files.putOutline(id, by, outline);
  const goes = `the deployment goes back to version ${version.number}`;
  const event = { kind: 'WARNING', name: 'goes-back', message: `${causesOf(why.reason)}; ${goes}` } as const;
  await report(ports, { deployment }, { text: `the update failed: ${why.headline}\n${goes}`, line: 'ended', event });
  try {
    await supersede(ports, deployment, next);
  } catch (error) {
    if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
    await owned(ports.deployments, { deploymentId: id, operationId: operation.id });
    throw error;
  }
  return undefined;
};

const causesOf = (reason: string): string => `the update failed: ${causesIn(reason).map(causeLine).join('; ')}`;

interface Reverting {
  readonly why: Omit<Reverted, 'operationId'>;
  readonly now: string;
}

/** It brings no version: the one in force stays that. What the update might have replaced may be replaced again. */
const revertedTo = (
  { former: _, ...deployment }: Deployment,
  { version, by, restored }: Extract<WayBack, { is: 'needed' }>,
  { why: { reason, reasonWithLogs }, now }: Reverting,
): Deployment => {
  const { id: operationId, requestedBy, requestId, replace } = deployment.operation;
  const { timeoutMins: minutes } = deployment.limits;
  const deadline = minutes === undefined ? undefined : after(now, { minutes });
  const operation: Operation = {
    ...{ id: by, kind: 'UPDATE', acceptedAt: now, restores: version.number },
    ...(replace !== undefined && { replace }),
    reverts: { operationId, reason, reasonWithLogs },
    ...(requestedBy !== undefined && { requestedBy }),
    ...(requestId !== undefined && { requestId }),
    ...(deadline !== undefined && { deadline }),
  };
  return { ...deployment, updatedAt: now, task: 'NONE', ...restored, operation };
};
