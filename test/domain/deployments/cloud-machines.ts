/** States of the scripted VMs, by the test's clock. */

import type { InfrastructureState } from '../../../src/domain/deployers/machines.ts';
import type { Behaviour } from './cloud-behaviour.ts';
import type { Size } from './cloud-documents.ts';

export interface Machine {
  readonly id: string;
  readonly node: string;
  /** seconds */
  readonly madeAt: number;
  /** by an update, not by the creation */
  readonly added: boolean;
  size: Size;
  removed?: true;
  /** a launch that failed is not tried again: only another machine helps */
  failed?: true;
  /** it was deleted at its cloud, and the manager hears nothing of it */
  gone?: true;
  /** it was made without its software, which runs from this second on; `never`: nobody has asked for that yet */
  configuredAt?: number | 'never';
  /** the last start or stop, and when it was asked for */
  power?: { readonly to: 'start' | 'stop'; readonly at: number };
}

/** Seconds that software takes where it is asked for apart. */
const configuringSeconds = 6;

/** Seconds that starting and stopping take. */
const powerSeconds = 4;

export const machineState = (machine: Machine, behaviour: Behaviour, now: number): InfrastructureState => {
  const { bootSeconds = 20, addingSeconds = 5, power } = behaviour;
  if (machine.gone) return 'unknown';
  if (machine.failed) return 'failed';
  const end = machine.added ? behaviour.update : behaviour.create;
  const age = now - machine.madeAt;
  const settled = machine.power && now - machine.power.at >= powerSeconds && power !== 'never';
  if (settled) return power === 'fail' ? 'failed' : machine.power?.to === 'stop' ? 'stopped' : 'configured';
  if (machine.power?.to === 'start') return 'running';
  if (end === 'launch-nothing' || age < addingSeconds) return 'pending';
  if (end === 'never-ready' || age < bootSeconds) return 'running';
  const { configuredAt = Number.NEGATIVE_INFINITY } = machine;
  if (configuredAt === 'never' || now - configuredAt < configuringSeconds) return 'running';
  if (end === 'fail') machine.failed = true;
  if (end === 'fail') return 'failed';
  return end === 'unconfigured' ? 'unconfigured' : 'configured';
};

/** docs/contract/infrastructure-manager.md, "States": which state the whole shows. */
export const aggregate = (states: readonly InfrastructureState[]): InfrastructureState => {
  const strongest = (['failed', 'pending', 'running'] as const).find((state) => states.includes(state));
  if (strongest) return strongest;
  const [first = 'unknown'] = states;
  if (first === 'stopped') return first;
  return states.includes('unconfigured') ? 'unconfigured' : first;
};
