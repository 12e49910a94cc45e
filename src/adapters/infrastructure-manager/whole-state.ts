import type { InfrastructureState, InfrastructureStatus } from '../../domain/deployers/machines.ts';

/** From the state that decides most to the one that decides least. */
const byWeight: readonly InfrastructureState[] = [
  'failed',
  'pending',
  'running',
  'unconfigured',
  'unknown',
  'deleting',
  'off',
  'stopped',
  'configured',
];

/**
 * The state of an infrastructure, by its machines: the one that weighs most, whatever their order. The manager's total
 * depends on the order: it ends at the first `failed` or `unknown`, and a configured machine hides one behind it that is
 * off or stopped (`GetInfrastructureState` of releases 1.19.1 and 2.0.0). The total counts without machines, and while
 * the whole is deleted, which it says before its machines do.
 */
export const wholeState = (total: InfrastructureState, vms: InfrastructureStatus['vms']): InfrastructureState => {
  if (total === 'deleting') return total;
  const states = new Set(Object.values(vms));
  return byWeight.find((state) => states.has(state)) ?? total;
};
