/** When each thing happens to the VMs of a launch, according to the cloud and its faults. */

import { randomUUID } from 'node:crypto';
import type { Cloud } from './clouds.ts';
import type { VirtualMachine } from './infrastructure.ts';
import type { System } from './system.ts';

export interface Launch {
  readonly cloud: Cloud;
  /** one entry per VM */
  readonly systems: readonly System[];
  readonly firstId: number;
  readonly firstSerial: number;
  readonly now: number;
  /** sync: launched before the answer; async: after it, in the background */
  readonly mode: 'sync' | 'async';
  readonly software: boolean;
}

/** Parts of the total time at which VMs appear, all are launched, they run, and everything is done. */
const parts = { appear: 0.1, launched: 0.3, run: 0.5, runWithoutSoftware: 0.8, settled: 1 } as const;

export const durationOf = (cloud: Cloud): number => cloud.bootSeconds * 1000 * (cloud.fault === 'slow' ? 10 : 1);

/** The time until which an infrastructure cannot be destroyed. */
export const launchedAt = ({ cloud, now, mode }: Pick<Launch, 'cloud' | 'now' | 'mode'>): number =>
  mode === 'sync' ? now : now + durationOf(cloud) * parts.launched;

/** The IM's text when the cloud accepts no more VMs. */
export const refusalReason = (cloud: Cloud, node: string): string =>
  `Error launching the VMs of type ${node} to cloud ID ${cloud.id} of type OpenStack. ` +
  'Quota exceeded for instances: Requested 1, but already used 10 of 10 instances';

type Outcome = Pick<VirtualMachine, 'end'> & { readonly reason?: string; readonly refused?: boolean };

function outcome({ cloud, systems }: Launch, index: number): Outcome {
  const node = systems[index]?.node ?? '';
  switch (cloud.fault) {
    case 'refuse-create':
      return { end: 'failed', refused: true, reason: refusalReason(cloud, node) };
    case 'fail-vm':
      if (index < systems.length - 1) return { end: 'configured' };
      return { end: 'failed', reason: `Error in VM of type ${node} at ${cloud.id}: No valid host was found.` };
    case 'fail-contextualization':
      return { end: 'unconfigured' };
    default:
      return { end: 'configured' };
  }
}

/** The VMs appear one after another while they are launched. Then they boot and settle together. */
export function launch(order: Launch): readonly VirtualMachine[] {
  const { cloud, systems, now, mode, software } = order;
  const whole = durationOf(cloud);
  const spread = (parts.launched - parts.appear) / Math.max(systems.length, 1);
  return systems.map((system, index) => {
    const ends = outcome(order, index);
    const refusedAt = now + whole * parts.appear;
    const runsAt = ends.refused ? refusedAt : now + whole * (software ? parts.run : parts.runWithoutSoftware);
    return {
      id: order.firstId + index,
      instanceId: randomUUID(),
      serial: order.firstSerial + index,
      system,
      appearsAt: mode === 'sync' ? now : now + whole * (ends.refused ? parts.appear : parts.appear + spread * index),
      runsAt,
      addressedAt: now + whole * (software ? parts.run : parts.settled),
      // without software a VM is configured as soon as it runs
      settlesAt: software || ends.end === 'unconfigured' ? now + whole * parts.settled : runsAt,
      ...ends,
    };
  });
}

/** Runs the contextualization of running VMs again; the cloud's present fault decides the result. */
export function reconfigured(machine: VirtualMachine, cloud: Cloud, now: number): VirtualMachine {
  if (machine.end === 'failed' || now < machine.runsAt) return machine;
  const end = cloud.fault === 'fail-contextualization' ? 'unconfigured' : 'configured';
  return { ...machine, end, settlesAt: now + durationOf(cloud) * (parts.settled - parts.run) };
}
