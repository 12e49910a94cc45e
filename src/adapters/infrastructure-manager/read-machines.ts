import { safeParse } from 'valibot';
import type { VirtualMachine } from '../../domain/deployers/machines.ts';
import { NotFoundError } from '../../foundation/errors.ts';
import { elementsIn } from './radl-elements.ts';
import { get, inBatches, type Session } from './session.ts';
import { type StoredMachine, storedMachines, UnknownDataError } from './stored-machines.ts';
import { virtualMachine, vmSchema } from './virtual-machine.ts';

/** Up to so many machines are read one by one: that is quicker, and each asks the cloud where its last answer is old. */
const few = 4;

/**
 * Machines by their ids, without those that the manager no longer has. More than a few are read in one call from what it
 * stores, where their states and addresses are those that `/state` has just asked for, since every poll begins with that.
 */
export const readMachines = async (
  session: Session,
  id: string,
  vmIds: readonly string[],
): Promise<readonly VirtualMachine[]> => {
  const known = vmIds.length > few ? await storedById(session, id) : new Map<string, VirtualMachine | undefined>();
  const isRead = (vmId: string): boolean => known.size > 0 && (!known.has(vmId) || known.get(vmId) !== undefined);
  const read = new Map<string, VirtualMachine | undefined>(known);
  const others = vmIds.filter((vmId) => !isRead(vmId));
  for await (const [vmId, vm] of inBatches(others, async (vmId) => [vmId, await readVm(session, id, vmId)] as const))
    read.set(vmId, vm);
  return vmIds.flatMap((vmId) => read.get(vmId) ?? []);
};

/** By id; undefined: of this one the stored text cannot be read. Empty: of none. */
const storedById = async (session: Session, id: string): Promise<ReadonlyMap<string, VirtualMachine | undefined>> => {
  try {
    const { machines } = await storedMachines(session, id);
    return new Map(machines.map((one) => [`${one.im_id}`, storedMachine(one)]));
  } catch (error) {
    if (error instanceof UnknownDataError) return new Map();
    throw error;
  }
};

const storedMachine = ({ im_id, info }: StoredMachine): VirtualMachine | undefined => {
  const radl = elementsIn(info ?? '');
  const reply = radl && safeParse(vmSchema, { radl });
  return reply?.success ? virtualMachine(`${im_id}`, reply.output) : undefined;
};

/**
 * Undefined when the VM is unknown: VMs are renumbered and removed while an infrastructure is being made, and the next poll
 * shows the right ones.
 */
const readVm = async (session: Session, id: string, vmId: string): Promise<VirtualMachine | undefined> => {
  try {
    return virtualMachine(
      vmId,
      await session.read('infrastructure', get(id, `/vms/${encodeURIComponent(vmId)}`), vmSchema),
    );
  } catch (error) {
    if (isVmUnknown(error)) return undefined;
    throw error;
  }
};

export const isVmUnknown = (error: unknown): boolean =>
  error instanceof NotFoundError && /(Invalid|Deleted) VM/i.test(error.message);
