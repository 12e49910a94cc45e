/**
 * What the sandbox remembers of an infrastructure. Nothing runs in the background: a launch writes down when each thing
 * will have happened, and the state at any moment is worked out from that and the clock. So a restart loses nothing.
 * Instants are milliseconds since 1970.
 */

import type { Owner } from './authorization.ts';
import type { System } from './blueprint.ts';

export interface VirtualMachine {
  /** number within the infrastructure, never used again */
  readonly id: number;
  readonly instanceId: string;
  /** number within the sandbox: the addresses follow from it */
  readonly serial: number;
  /** the node as it was when the VM was launched */
  readonly system: System;
  /** in the list of VMs from here on */
  readonly appearsAt: number;
  readonly runsAt: number;
  /**
   * the public address is there; later than `configured` without software (docs/contract/infrastructure-manager.md,
   * "Trap 2")
   */
  readonly addressedAt: number;
  readonly settlesAt: number;
  readonly end: 'configured' | 'unconfigured' | 'failed';
  /** why it failed */
  readonly reason?: string;
  /** the cloud did not launch it: there is nothing to delete */
  readonly refused?: boolean;
  readonly stopped?: boolean;
  readonly removed?: boolean;
}

export interface Destruction {
  readonly startedAt: number;
  readonly endsAt: number;
  /** the cloud will not: afterwards the infrastructure is as it was */
  readonly refused: boolean;
  /** from here on it is there again, as it was */
  readonly backAt?: number;
}

export interface Infrastructure {
  readonly id: string;
  readonly owners: readonly Owner[];
  readonly cloudId: string;
  /** `metadata.infra_name`, or empty */
  readonly name: string;
  /** the TOSCA document, merged with every update, keys sorted */
  readonly template: string;
  /** in the future: the call that makes it has not taken effect yet */
  readonly createdAt: number;
  /** until here VMs are being launched: no destruction (409) */
  readonly addedAt: number;
  /** `pending` for ever */
  readonly hangs?: boolean;
  /** set-up failed before any VM: why */
  readonly failure?: string;
  readonly software: boolean;
  readonly privateKey: string;
  readonly machines: readonly VirtualMachine[];
  readonly destruction?: Destruction;
  /** given up by force although the cloud still holds its VMs: only the cloud knows of it */
  readonly forgotten?: boolean;
}

/** VMs that the IM lists at this moment. */
export const liveMachines = (infrastructure: Infrastructure, now: number): readonly VirtualMachine[] =>
  infrastructure.machines.filter((machine) => !machine.removed && machine.appearsAt <= now);

/** VMs that the cloud holds, and that cost money. */
export const heldMachines = (infrastructure: Infrastructure, now: number): readonly VirtualMachine[] =>
  liveMachines(infrastructure, now).filter((machine) => !machine.refused);
