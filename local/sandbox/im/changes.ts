/** The operations of the Infrastructure Manager that change an existing infrastructure. */

import { requireThere, undone } from './behind.ts';
import { blueprintOf, type Wanted } from './blueprint.ts';
import type { Cloud } from './clouds.ts';
import { merge, parseDocument, writeDocument } from './document.ts';
import { type Infrastructure, liveMachines, type VirtualMachine } from './infrastructure.ts';
import { launch, reconfigured, refusalReason } from './launch.ts';
import { nowOf, openMachine, type Sandbox } from './lookup.ts';
import { Refusal } from './refusal.ts';
import { statesAt } from './states.ts';
import type { System } from './system.ts';
import { validate } from './validation.ts';
import { asMap } from './value.ts';

const withMachines = (
  infrastructure: Infrastructure,
  change: (machine: VirtualMachine) => VirtualMachine,
): Infrastructure => ({ ...infrastructure, machines: infrastructure.machines.map(change) });

/**
 * The VMs to remove: those of the removal list alone, however few, or else the oldest. A listed VM that is already gone is an error, as in
 * the IM (docs/contract/infrastructure-manager-templates.md, "Updates").
 */
function victims(
  live: readonly VirtualMachine[],
  wanted: Wanted,
  infrastructure: Infrastructure,
  now: number,
): readonly number[] {
  const surplus = live.length - wanted.count;
  if (surplus <= 0) return [];
  const listed = wanted.removalList.slice(0, surplus);
  for (const id of listed) {
    if (infrastructure.machines.some((machine) => String(machine.id) === id && machine.removed))
      throw new Refusal(400, 'Deleted VM.');
    openMachine(infrastructure, id, now);
  }
  return listed.length > 0 ? listed.map(Number) : live.slice(0, surplus).map(({ id }) => id);
}

interface Plan {
  readonly removed: readonly number[];
  readonly added: readonly System[];
}

function planOf(infrastructure: Infrastructure, wanted: readonly Wanted[], now: number): Plan {
  const plans = wanted.map((each) => {
    const live = liveMachines(infrastructure, now).filter(({ system }) => system.node === each.system.node);
    const missing = Math.max(each.count - live.length, 0);
    return {
      removed: victims(live, each, infrastructure, now),
      added: Array.from({ length: missing }, () => each.system),
    };
  });
  return { removed: plans.flatMap(({ removed }) => removed), added: plans.flatMap(({ added }) => added) };
}

/**
 * Merges the document into the stored one, then removes, adds and reconfigures VMs. Returns the ids of the new VMs. What
 * the new document leaves out stays (docs/contract/infrastructure-manager-templates.md, "Updates").
 */
export function update(
  sandbox: Sandbox,
  infrastructure: Infrastructure,
  cloud: Cloud,
  order: { readonly template: string; readonly contextualize: boolean },
): readonly number[] {
  const now = nowOf(sandbox);
  const next = parseDocument(order.template);
  validate(next);
  if (statesAt(infrastructure, now)?.state === 'deleting') throw new Refusal(400, 'Deleted VM.');
  const merged = asMap(merge(parseDocument(infrastructure.template), next));
  const { wanted, software } = blueprintOf(merged);
  const { removed, added } = planOf(infrastructure, wanted, now);
  if (added[0] && cloud.fault === 'refuse-create') throw new Refusal(400, refusalReason(cloud, added[0].node));
  const fresh = launch({
    cloud,
    systems: added,
    firstId: infrastructure.machines.length,
    firstSerial: sandbox.infrastructures.nextSerial(),
    now,
    mode: 'sync',
    software,
  });
  const kept = withMachines(infrastructure, (machine) => {
    if (removed.includes(machine.id)) return { ...machine, removed: true };
    return order.contextualize && (software || waits(machine)) ? reconfigured(machine, cloud, now) : machine;
  });
  sandbox.infrastructures.put({
    ...kept,
    template: writeDocument(merged),
    software,
    machines: [...kept.machines, ...fresh.map((one) => (order.contextualize ? one : waiting(one)))],
  });
  return fresh.map(({ id }) => id);
}

/** Without a contextualization a new VM stays `running` for good [seen with 1.19.1 and 2.0.0]. */
const waiting = (machine: VirtualMachine): VirtualMachine =>
  machine.end === 'failed' ? machine : { ...machine, settlesAt: never };

/** Milliseconds: the last instant that a date can be. */
const never = 8.64e15;

const waits = ({ settlesAt }: VirtualMachine): boolean => settlesAt === never;

/** Removes all or none: one unknown id refuses the whole list. */
export function removeMachines(
  sandbox: Sandbox,
  infrastructure: Infrastructure,
  cloud: Cloud,
  ids: readonly string[],
): void {
  for (const id of ids) openMachine(infrastructure, id, nowOf(sandbox));
  if (cloud.fault === 'refuse-destroy') throw new Refusal(400, `${cloud.name} refuses to delete its VMs: 409 Conflict`);
  sandbox.infrastructures.put(
    withMachines(infrastructure, (machine) =>
      ids.includes(String(machine.id)) ? { ...machine, removed: true } : machine,
    ),
  );
}

export type Power = 'start' | 'stop' | 'reboot';

/** Changes one VM, or all when no id is given. A repeat does no harm. */
export function power(sandbox: Sandbox, infrastructure: Infrastructure, operation: Power, id?: string): void {
  const now = nowOf(sandbox);
  if (id !== undefined) requireThere(openMachine(infrastructure, id, now), `Error in ${operation} of the VM`);
  sandbox.infrastructures.put(
    withMachines(infrastructure, (machine) => {
      if (id !== undefined && String(machine.id) !== id) return machine;
      const { stopped: _, ...started } = undone(machine, ['stopped']);
      return operation === 'stop' ? { ...machine, stopped: true } : started;
    }),
  );
}

/** Runs the contextualization again, on all VMs or on the listed ones. */
export function reconfigure(
  sandbox: Sandbox,
  infrastructure: Infrastructure,
  cloud: Cloud,
  ids?: readonly number[],
): void {
  const now = nowOf(sandbox);
  sandbox.infrastructures.put(
    withMachines(infrastructure, (machine) =>
      (ids && !ids.includes(machine.id)) || !(infrastructure.software || waits(machine))
        ? machine
        : reconfigured(machine, cloud, now),
    ),
  );
}
