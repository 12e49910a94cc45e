/**
 * What can be changed of a VM that stands: its size, and disks that are added (as OpenStack does:
 * docs/contract/infrastructure-manager-templates.md, "Updates").
 */

import { blueprintOf, type System } from './blueprint.ts';
import type { Cloud } from './clouds.ts';
import type { Infrastructure, VirtualMachine } from './infrastructure.ts';
import { nowOf, openMachine, type Sandbox } from './lookup.ts';
import { Refusal } from './refusal.ts';
import type { YamlMap } from './value.ts';

/**
 * Gives a VM the size that the document says of its node, and the disks that it has more. Nothing else of it changes, and the
 * stored document stays as it is.
 */
export function alterMachine(
  sandbox: Sandbox,
  infrastructure: Infrastructure,
  cloud: Cloud,
  { id, document }: { readonly id: string; readonly document: YamlMap },
): VirtualMachine {
  const machine = openMachine(infrastructure, id, nowOf(sandbox));
  const { node } = machine.system;
  const wanted = blueprintOf(document).wanted.find(({ system }) => system.node === node)?.system;
  if (wanted === undefined) throw new Refusal(400, `Incorrect RADL no system with name ${node} provided.`);
  if (cloud.fault === 'refuse-alter' || machine.refused) {
    const why = machine.refused ? 'VM not found' : 'Error resizing VM: No instance type found.';
    throw new Refusal(400, `Error modifying the information about the VM ${id}: ${why}`);
  }
  const altered = { ...machine, system: resized(machine.system, wanted) };
  const machines = infrastructure.machines.map((other) => (other.id === machine.id ? altered : other));
  sandbox.infrastructures.put({ ...infrastructure, machines });
  return altered;
}

/** A disk that is added is mounted nowhere. */
const resized = (system: System, { cpus, memoryBytes, instanceType, disks = [] }: System): System => {
  const own = system.disks ?? [];
  const added = disks.slice(own.length).map(({ bytes }) => ({ bytes }));
  return { ...system, cpus, memoryBytes, instanceType, disks: [...own, ...added] };
};
