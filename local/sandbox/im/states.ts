/** States as a function of the clock: docs/contract/infrastructure-manager.md, "States". */

import type { InfrastructureState } from '../../../src/domain/deployers/machines.ts';
import { isLost } from './behind.ts';
import type { Cloud } from './clouds.ts';
import { type Infrastructure, liveMachines, type VirtualMachine } from './infrastructure.ts';

export function machineState(machine: VirtualMachine, now: number, cloud?: Cloud): InfrastructureState {
  if (isLost(machine, cloud, now)) return 'unknown';
  if (machine.behind?.stopped) return 'stopped';
  if (machine.stopped) return 'stopped';
  if (now < machine.runsAt) return 'pending';
  if (machine.end === 'failed') return 'failed';
  return now < machine.settlesAt ? 'running' : machine.end;
}

/**
 * Strongest first. `stopped`, `off` and `configured` are not in the list: they show only when no other state came before
 * them.
 */
const overriding: readonly InfrastructureState[] = ['failed', 'unknown', 'pending', 'running'];

/** The state that shows when both occur; `shown` comes from VMs with lower ids. */
function stronger(shown: InfrastructureState, next: InfrastructureState): InfrastructureState {
  if (overriding.includes(shown)) {
    return overriding.includes(next) && overriding.indexOf(next) < overriding.indexOf(shown) ? next : shown;
  }
  if (overriding.includes(next)) return next;
  return shown === 'configured' && next === 'unconfigured' ? next : shown;
}

/**
 * The state of all VMs together. When some are stopped it depends on their order, as in the IM
 * (docs/contract/infrastructure-manager.md, "States").
 */
export const aggregate = (states: readonly InfrastructureState[]): InfrastructureState | undefined =>
  states.length === 0 ? undefined : states.reduce(stronger);

export interface States {
  readonly state: InfrastructureState;
  readonly vms: { readonly [id: string]: InfrastructureState };
}

/** The IM's answer at this moment; undefined after the infrastructure is gone. */
export function statesAt(infrastructure: Infrastructure, now: number, cloud?: Cloud): States | undefined {
  if (now < infrastructure.createdAt) return undefined;
  const vms = Object.fromEntries(
    liveMachines(infrastructure, now).map((machine) => [String(machine.id), machineState(machine, now, cloud)]),
  );
  const { destruction } = infrastructure;
  if (destruction && now < destruction.endsAt) return deletingStates(destruction, vms, now);
  const isBack = destruction?.backAt !== undefined && now >= destruction.backAt;
  if (destruction && !destruction.refused && !isBack) return undefined;
  return { state: aggregate(Object.values(vms)) ?? stateWithoutMachines(infrastructure, now), vms };
}

/**
 * Just before the end of a deletion the IM shows `unknown` without VMs for a moment
 * (docs/contract/infrastructure-manager.md, "Trap 5").
 */
function deletingStates(
  { startedAt, endsAt, refused }: NonNullable<Infrastructure['destruction']>,
  vms: States['vms'],
  now: number,
): States {
  const nearlyGone = now >= endsAt - (endsAt - startedAt) / 10;
  return nearlyGone && !refused ? { state: 'unknown', vms: {} } : { state: 'deleting', vms };
}

function stateWithoutMachines(infrastructure: Infrastructure, now: number): InfrastructureState {
  if (infrastructure.hangs || now < infrastructure.addedAt) return 'pending';
  return infrastructure.failure === undefined ? 'unknown' : 'failed';
}
