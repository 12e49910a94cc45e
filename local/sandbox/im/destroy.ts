/** Destroys an infrastructure, according to the clock and the clouds' faults. */

import type { AuthorizationLine } from './authorization.ts';
import { heldMachines, type Infrastructure } from './infrastructure.ts';
import { durationOf } from './launch.ts';
import { nowOf, type Sandbox } from './lookup.ts';
import { Refusal } from './refusal.ts';
import { statesAt } from './states.ts';

export interface DestructionOrder {
  readonly lines: readonly AuthorizationLine[];
  readonly mode: 'sync' | 'async';
  readonly force: boolean;
}

/**
 * Refuses with 409 while VMs are being launched. An async request does not report that the cloud refuses
 * (docs/contract/infrastructure-manager.md, "Trap 4" and "Trap 5").
 */
export function destroy(sandbox: Sandbox, infrastructure: Infrastructure, order: DestructionOrder): void {
  const now = nowOf(sandbox);
  if (statesAt(infrastructure, now)?.state === 'deleting') return;
  if (now < infrastructure.addedAt) throw new Refusal(409, 'Invalid State to perform this operation.');
  const refusal = refusalToDestroy(sandbox, infrastructure, order.lines);
  if (refusal && order.force) sandbox.infrastructures.put({ ...infrastructure, forgotten: true });
  else if (order.mode === 'async') destroyLater(sandbox, infrastructure, refusal !== undefined);
  else if (refusal) throw new Refusal(400, `Error destroying the infrastructure: \n${refusal}\n`);
  else sandbox.infrastructures.remove(infrastructure.id);
}

function destroyLater(sandbox: Sandbox, infrastructure: Infrastructure, refused: boolean): void {
  const now = nowOf(sandbox);
  const cloud = sandbox.clouds.find(infrastructure.cloudId);
  const whole = cloud ? durationOf(cloud) : 0;
  const endsAt = now + whole * 0.3;
  const comesBack = cloud?.fault === 'write-back' && infrastructure.destruction?.backAt === undefined;
  const destruction = { startedAt: now, endsAt, refused, ...(comesBack && { backAt: now + whole * 3 }) };
  sandbox.infrastructures.put({ ...infrastructure, destruction });
}

/** The reason why the cloud keeps the VMs, if it does. Without VMs no cloud is asked. */
function refusalToDestroy(
  sandbox: Sandbox,
  infrastructure: Infrastructure,
  lines: readonly AuthorizationLine[],
): string | undefined {
  const cloud = sandbox.clouds.find(infrastructure.cloudId);
  if (!cloud || heldMachines(infrastructure, nowOf(sandbox)).length === 0) return undefined;
  if (cloud.fault === 'refuse-destroy') return `${cloud.name} refuses to delete its VMs: 409 Conflict`;
  try {
    sandbox.clouds.authorise(cloud, lines);
  } catch (cause) {
    if (cause instanceof Refusal) return cause.message;
    throw cause;
  }
  return undefined;
}
