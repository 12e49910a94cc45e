/**
 * Changes a running VM: its size, and disks that are added (as OpenStack does:
 * docs/contract/infrastructure-manager-templates.md, "Updates").
 */

import { requireThere, undone } from './behind.ts';
import { blueprintOf } from './blueprint.ts';
import type { Cloud } from './clouds.ts';
import type { Infrastructure, VirtualMachine } from './infrastructure.ts';
import { nowOf, openMachine, type Sandbox } from './lookup.ts';
import { Refusal } from './refusal.ts';
import type { System } from './system.ts';
import type { YamlMap } from './value.ts';

/**
 * Gives a VM the size of its node in the document, and the additional disks. Nothing else of the VM changes, and neither
 * does the stored document.
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
  requireThere(machine, 'Error modifying the information about the VM');
  const own = undone(machine, ['cpus', 'memoryBytes', 'instanceType']);
  const altered = { ...own, system: resized(machine.system, wanted) };
  const machines = infrastructure.machines.map((other) => (other.id === machine.id ? altered : other));
  sandbox.infrastructures.put({ ...infrastructure, machines });
  return altered;
}

/** An added disk has no mount point. */
const resized = (system: System, { cpus, memoryBytes, instanceType, disks = [] }: System): System => {
  const own = system.disks ?? [];
  const added = disks.slice(own.length).map(({ bytes }) => ({ bytes }));
  return { ...system, cpus, memoryBytes, instanceType, disks: [...own, ...added] };
};
