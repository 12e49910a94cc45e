/** The calls of the deployer: loaded at the first one, since the clients are heavy. */

import type { Stack } from '@aws-sdk/client-cloudformation';
import type { Instance } from '@aws-sdk/client-ec2';
import type { InfrastructureStatus, VirtualMachine } from '../../domain/deployers/machines.ts';
import type { Deployer } from '../../domain/deployers/ports.ts';
import type { Clock } from '../../foundation/clock.ts';
import { ProviderFailedError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { openedForNew } from '../aws/errors.ts';
import { eventsOf, logOf } from './events.ts';
import { inspect } from './inspect.ts';
import { instancesOf, machineOf, operate, stateOf } from './instances.ts';
import { keptOf } from './kept.ts';
import { nodesOf, whyFailed } from './nodes.ts';
import { removeParameters } from './parameters.ts';
import { carryOutReverts, dropReverts, planReverts } from './reverting.ts';
import type { Session } from './sessions.ts';
import { beforeDeletion, callsOn, configure, outputsOfSoftware, withCommands } from './software.ts';
import { changeOf, stackStatus } from './stack-status.ts';
import * as stacks from './stacks.ts';

type Calls = Omit<Deployer, 'policy' | 'notComparable'>;

/** `session`: of a stack, else of new ones. */
export const calls = (session: (id?: string) => Promise<Session>, clock: Clock): Calls => ({
  create: async (submission) => stacks.create(await openedForNew(session), submission),
  find: async (name) => stacks.find(await session(), name),
  list: async () => [...(await stacks.list(await session())).keys()],
  names: async (ids) => {
    const all = await stacks.list(await session());
    return new Map(ids.flatMap((id) => (all.has(id) ? [[id, all.get(id) ?? ''] as const] : [])));
  },
  status: async (id) => statusOf(await session(id), id),
  virtualMachines: async (id, vmIds) => machinesOf(await session(id), id, vmIds),
  nodes: async (id) => nodesOf(await session(id), id),
  configure: async (id, options) => configure(await session(id), id, { ...options, now: clock.now() }),
  runCalls: async (id, order) => callsOn(await session(id), id, { ...order, now: clock.now() }),
  outputs: async (id) => outputsOf(await session(id), id, clock.now()),
  log: async (id, since) => withCommands(await session(id), id, logOf(await eventsOf(await session(id), id)), since),
  update: async (id, submission) => stacks.update(await session(id), id, submission),
  alter: async (id) => {
    await stacks.describe(await session(id), id);
    throw new ProviderFailedError('CloudFormation changes machines by an update of the stack, and not one by one');
  },
  // the update itself removes what it leaves out
  release: async (id) => void (await stacks.describe(await session(id), id)),
  operate: async (id, vmId, action) => operate(await session(id), id, vmId, action),
  destroy: async (id, options) => {
    const { ranSomething } = await beforeDeletion(await session(id), id, clock.now());
    await stacks.destroy(await session(id), id, options);
    // not before: a stack that stays needs them
    if (ranSomething) await removeParameters(await session(id), id);
  },
  kept: async (id) => keptOf(await session(id), id),
  inspect: async (id, look) => inspect(await session(id), id, look),
  planReverts: async (id, token) => planReverts(await session(id), id, token, clock),
  carryOutReverts: async (id, token) => carryOutReverts(await session(id), id, token),
  dropReverts: async (id, token) => dropReverts(await session(id), id, token),
  removeRemains: async (id) => {
    if ((await stacks.find(await session(id), id)) !== undefined) return;
    await removeParameters(await session(id), id).catch((error: unknown) => {
      // no outage: the provider answers, and a role of earlier times may lack the right for ever
      const isRefused = error instanceof ProviderUnavailableError && error.outageCause === 'credentials-refused';
      throw isRefused ? new ProviderFailedError(error.message, { cause: error }) : error;
    });
  },
});

const outputsOf = async (session: Session, id: string, now: Date) => {
  const stack = await stacks.describe(session, id);
  return { ...stacks.outputsOf(stack), ...(await outputsOfSoftware(session, stack, now)) };
};

const statusOf = async (session: Session, id: string): Promise<InfrastructureStatus> => {
  const stack = await stacks.describe(session, id);
  const known = stackStatus(stack.StackStatus);
  const [instances, failure] = await Promise.all([
    instancesOf(session, id),
    known.failed === true ? whyFailed(session, id) : undefined,
  ]);
  const vms = Object.fromEntries(instances.map((one) => [one.InstanceId ?? '', stateOf(one, stack.StackStatus)]));
  const state = stack.StackStatus === 'CREATE_IN_PROGRESS' && instances.length === 0 ? 'pending' : known.state;
  const stuck = failure?.stuck;
  const is = changeOf(stack.StackStatus);
  const change = is && { is, since: sinceOf(stack), updates: stacks.updatesOf(stack), ...(stuck && { stuck }) };
  return {
    ...{ state, vms },
    ...(change && { change }),
    ...(failure && {
      reason: `${before(stack.StackStatus)}${failure.why}`,
      ...(failure.blame && { blame: failure.blame }),
      ...(failure.passing && { passing: failure.passing }),
    }),
  };
};

/** A failed update says what became of what was there. */
const before = (status = ''): string => {
  if (status === 'UPDATE_ROLLBACK_COMPLETE') return 'the update failed, and what was there before still stands: ';
  return status === 'UPDATE_ROLLBACK_FAILED' ? 'the update failed, and so did its rollback: ' : '';
};

const sinceOf = ({ LastUpdatedTime, CreationTime }: Stack): string =>
  (LastUpdatedTime ?? CreationTime ?? new Date(0)).toISOString();

const machinesOf = async (
  session: Session,
  id: string,
  vmIds: readonly string[],
): Promise<readonly VirtualMachine[]> => {
  const { StackStatus } = await stacks.describe(session, id);
  const wanted = new Set(vmIds);
  const isWanted = ({ InstanceId = '' }: Instance): boolean => wanted.has(InstanceId);
  return (await instancesOf(session, id)).filter(isWanted).map((one) => machineOf(one, StackStatus, session.region));
};
