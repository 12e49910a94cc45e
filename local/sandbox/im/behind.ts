/** What somebody does to a VM at its cloud, behind the Infrastructure Manager's back, and how much of it that sees. */

import * as v from 'valibot';
import { number, strict } from '../../../src/foundation/shape/schemas.ts';
import type { Cloud } from './clouds.ts';
import type { Behind, VirtualMachine } from './infrastructure.ts';
import { Refusal } from './refusal.ts';
import type { System } from './system.ts';

const amount = v.optional(v.pipe(number, v.minValue(1)));

/** `PUT /_sandbox/infrastructures/{id}/vms/{number}`. */
export const behindChanges = strict({
  gone: v.optional(v.boolean()),
  stopped: v.optional(v.boolean()),
  cpus: amount,
  memoryBytes: amount,
  instanceType: v.optional(v.string()),
  publicAddress: v.optional(v.string()),
  /** absent: nobody has asked for so long that the manager believes nothing any more */
  quietSeconds: v.optional(v.pipe(number, v.minValue(0))),
});

/** VM_INFO_UPDATE_ERROR_GRACE_PERIOD of IM 1.19.1 and 2.0.0: how long the manager shows the old state of a VM of which it hears nothing. */
export const graceSeconds = 120;

const isUnheard = (machine: VirtualMachine, cloud: Cloud | undefined): boolean =>
  machine.behind?.gone === true || cloud?.fault === 'silent';

/** When its cloud last answered for it, in milliseconds: now, unless it is deleted or the cloud tells nothing. */
export function heardAt(machine: VirtualMachine, cloud: Cloud | undefined, now: number): number {
  if (!isUnheard(machine, cloud)) return now;
  const { behind } = machine;
  return behind ? behind.at - behind.quietSeconds * 1_000 : now - (graceSeconds + 1) * 1_000;
}

/** Whether the manager has heard nothing of it for too long, and calls it `unknown`. */
export const isLost = (machine: VirtualMachine, cloud: Cloud | undefined, now: number): boolean =>
  now - heardAt(machine, cloud, now) > graceSeconds * 1_000;

/** The system as its cloud tells of it now. */
export function systemNow({ system, behind }: VirtualMachine): System {
  if (!behind || behind.gone) return system;
  const { cpus = system.cpus, memoryBytes = system.memoryBytes, instanceType = system.instanceType } = behind;
  return { ...system, cpus, memoryBytes, instanceType };
}

/** The manager has changed the VM itself since: what somebody had done to these values counts no more. */
export function undone(machine: VirtualMachine, names: readonly (keyof Behind)[]): VirtualMachine {
  const { behind, ...rest } = machine;
  if (!behind) return machine;
  const left = Object.entries(behind).filter(([name]) => !names.includes(name as keyof Behind));
  return { ...rest, behind: Object.fromEntries(left) as unknown as Behind };
}

/** Refuses what a cloud cannot do with a VM that somebody has deleted there. */
export function requireThere({ id, behind }: VirtualMachine, what: string): void {
  if (behind?.gone) throw new Refusal(400, `${what} ${id}: VM not found with id`);
}
