import type { InfrastructureStatus } from '../../domain/deployers/machines.ts';
import type { Policy, Timing, Verdict } from '../../domain/deployers/policy.ts';

/** A stack says itself whether it is complete, and what failed. Outputs and addresses are there as soon as it is. */
const judge = (status: InfrastructureStatus, { launchTimeIsUp }: Timing): Verdict => {
  const { state, vms, reason, blame, passing } = status;
  if (state === 'failed') {
    const why = reason ?? 'the stack has failed';
    return { is: 'failed', why, ...(blame && { blame }), ...(passing && { passing }) };
  }
  if (state === 'configured') return { is: 'ready' };
  if (state === 'pending' && Object.keys(vms).length === 0 && launchTimeIsUp) {
    return { is: 'failed', why: 'CloudFormation accepted the stack and has made no machine' };
  }
  return { is: 'waiting', why: `the stack is ${state}` };
};

/** How CloudFormation's answers are read (docs/decisions/0033). */
export const policy: Policy = {
  judge,
  hasEverything: () => true,
  comparesByItself: true,
  cannot: [],
  /** each machine names its resource */
  arrange: (machines) => machines,
  shortfall: () => [],
  /** A stack waits by itself for what is slow, such as a database, and fails by itself. */
  launchMins: 180,
  settlingSeconds: 0,
  createSeconds: 30,
  /** A repeated call for a stack of the same name is refused, so a lost answer does no harm. */
  lostCreateSeconds: 0,
  lostUpdateSeconds: 0,
  destroyGraceSeconds: 5,
  goneSeconds: 0,
  destroyedSeconds: 0,
};
