/**
 * The record of an infrastructure in the sandbox. Nothing runs in the background: a launch stores the time at which each
 * thing will happen. The state at any moment follows from these times and the clock, so a restart loses nothing. Times are
 * milliseconds since 1970.
 */

import type { Owner } from './authorization.ts';
import type { System } from './system.ts';

export interface Behind {
  /** it was deleted: its cloud does not know it, and tells nothing of it */
  readonly gone?: boolean | undefined;
  readonly stopped?: boolean | undefined;
  readonly cpus?: number | undefined;
  readonly memoryBytes?: number | undefined;
  readonly instanceType?: string | undefined;
  readonly publicAddress?: string | undefined;
  /** milliseconds since 1970 */
  readonly at: number;
  /** how long nobody had asked for it by then, in seconds */
  readonly quietSeconds: number;
}

export interface VirtualMachine {
  /** number within the infrastructure, never used twice */
  readonly id: number;
  readonly instanceId: string;
  /** number within the sandbox; it determines the addresses */
  readonly serial: number;
  /** the node at the launch of the VM */
  readonly system: System;
  /** from this time on it is in the list of VMs */
  readonly appearsAt: number;
  readonly runsAt: number;
  /**
   * the time of its public address; later than `configured` without software (docs/contract/infrastructure-manager.md,
   * "Trap 2")
   */
  readonly addressedAt: number;
  readonly settlesAt: number;
  readonly end: 'configured' | 'unconfigured' | 'failed';
  /** the reason for its failure */
  readonly reason?: string;
  /** the cloud did not launch it: there is nothing to delete */
  readonly refused?: boolean;
  readonly stopped?: boolean;
  readonly removed?: boolean;
  /** what somebody did to it at its cloud */
  readonly behind?: Behind;
}

interface Destruction {
  readonly startedAt: number;
  readonly endsAt: number;
  /** the cloud refuses: afterwards the infrastructure is as before */
  readonly refused: boolean;
  /** from this time on it exists again, as before */
  readonly backAt?: number;
}

export interface Infrastructure {
  readonly id: string;
  /** each of them can do everything with it */
  readonly owners: readonly Owner[];
  readonly cloudId: string;
  /** `metadata.infra_name`, or empty */
  readonly name: string;
  /** the TOSCA document, merged with every update, keys sorted */
  readonly template: string;
  /** in the future: the creation has not taken effect yet */
  readonly createdAt: number;
  /** until this time VMs are being launched, and a destruction is refused (409) */
  readonly addedAt: number;
  /** true: stays `pending` forever */
  readonly hangs?: boolean;
  /** the reason why the set-up failed before there was any VM */
  readonly failure?: string;
  readonly software: boolean;
  readonly privateKey: string;
  readonly machines: readonly VirtualMachine[];
  readonly destruction?: Destruction;
  /** removed by force although the cloud still holds its VMs: only the cloud knows it */
  readonly forgotten?: boolean;
}

/** The VMs that the IM lists at this moment. */
export const liveMachines = (infrastructure: Infrastructure, now: number): readonly VirtualMachine[] =>
  infrastructure.machines.filter((machine) => !machine.removed && machine.appearsAt <= now);

/** The VMs that the cloud holds and charges for. */
export const heldMachines = (infrastructure: Infrastructure, now: number): readonly VirtualMachine[] =>
  liveMachines(infrastructure, now).filter((machine) => !machine.refused);
