/** The infrastructures that exist at this moment, and who may use them. */

import type { Clock } from '../clock.ts';
import type { Owner } from './authorization.ts';
import type { Cloud, Clouds } from './clouds.ts';
import { type Infrastructure, liveMachines } from './infrastructure.ts';
import { Refusal } from './refusal.ts';
import { statesAt } from './states.ts';
import type { Infrastructures } from './store.ts';

export interface Sandbox {
  readonly clock: Clock;
  readonly clouds: Clouds;
  readonly infrastructures: Infrastructures;
}

export const nowOf = ({ clock }: Sandbox): number => clock.now().getTime();

export const unavailable = (cloud: Cloud): Refusal =>
  new Refusal(503, `${cloud.name} is told to answer 5xx`, { prefixed: false });

/** The refusal that follows a wrong change of a password: docs/contract/infrastructure-manager.md, "Trap 3". */
export const unauthorised = (status: 401 | 400): Refusal =>
  new Refusal(status, 'Invalid InfrastructureManager credentials. User name or password is wrong.');

/** The infrastructure with this id, if the caller may use it. Removes its record when it is gone by now. */
export function open(
  sandbox: Sandbox,
  id: string,
  owner: Owner,
): { infrastructure: Infrastructure; cloud: Cloud | undefined } {
  const infrastructure = present(sandbox, id);
  if (!infrastructure) throw new Refusal(404, 'Invalid infrastructure ID or access not granted.');
  if (!isOwnedBy(infrastructure, owner)) throw new Refusal(403, 'Access to this infrastructure not granted.');
  const cloud = sandbox.clouds.find(infrastructure.cloudId);
  if (cloud?.fault === 'answer-5xx') throw unavailable(cloud);
  if (cloud?.fault === 'refuse-credentials') throw unauthorised(400);
  return { infrastructure, cloud };
}

const isOwnedBy = ({ owners }: Infrastructure, owner: Owner): boolean =>
  owners.some(({ name, proof }) => name === owner.name && proof === owner.proof);

function present(sandbox: Sandbox, id: string): Infrastructure | undefined {
  const infrastructure = sandbox.infrastructures.find(id);
  if (!infrastructure || infrastructure.forgotten) return undefined;
  const now = nowOf(sandbox);
  if (statesAt(infrastructure, now)) return infrastructure;
  if (!willAppear(infrastructure, now)) sandbox.infrastructures.remove(id);
  return undefined;
}

/** Whether its creation has not taken effect yet, or a write-back will bring it again. */
const willAppear = ({ createdAt, destruction }: Infrastructure, now: number): boolean =>
  now < createdAt || (destruction?.backAt !== undefined && now < destruction.backAt);

/** What a cloud holds at this moment: existing infrastructures, and those that the IM removed by force. */
export function existingAt(sandbox: Sandbox, cloud: Cloud): readonly Infrastructure[] {
  const all = sandbox.infrastructures.all().filter(({ cloudId }) => cloudId === cloud.id);
  return all.filter((one) => one.forgotten || present(sandbox, one.id) !== undefined);
}

/** The caller's own infrastructures, newest first; `filter` is applied to the stored document. */
export function listOwn(sandbox: Sandbox, owner: Owner, filter: RegExp | undefined): readonly Infrastructure[] {
  return sandbox.infrastructures
    .all()
    .filter(({ id }) => present(sandbox, id) !== undefined)
    .filter((infrastructure) => isOwnedBy(infrastructure, owner) && (!filter || filter.test(infrastructure.template)))
    .reverse();
}

/** The VM with this id. Throws the IM's refusal when it does not exist or is deleted. */
export function openMachine(
  infrastructure: Infrastructure,
  id: string,
  now: number,
): Infrastructure['machines'][number] {
  const machine = infrastructure.machines.find((candidate) => String(candidate.id) === id);
  if (!machine || machine.appearsAt > now) throw new Refusal(404, 'Invalid VM ID');
  if (machine.removed) throw new Refusal(404, 'Deleted VM.');
  return machine;
}

export const machineIds = (infrastructure: Infrastructure, now: number): readonly number[] =>
  liveMachines(infrastructure, now).map(({ id }) => id);
