/** What there is at this moment, and who may touch it. */

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

/** As a password that was changed badly is refused: docs/contract/infrastructure-manager.md, "Trap 3". */
export const strange = (status: 401 | 400): Refusal =>
  new Refusal(status, 'Invalid InfrastructureManager credentials. User name or password is wrong.');

/** The one asked for, if the caller may touch it; what is gone by now is removed on the way. */
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
  if (cloud?.fault === 'refuse-credentials') throw strange(400);
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

/** A creation that has not taken effect yet, or what is about to be written back. */
const willAppear = ({ createdAt, destruction }: Infrastructure, now: number): boolean =>
  now < createdAt || (destruction?.backAt !== undefined && now < destruction.backAt);

/** What a cloud has at this moment: infrastructures that are there, and those that the IM gave up by force. */
export function standingAt(sandbox: Sandbox, cloud: Cloud): readonly Infrastructure[] {
  const all = sandbox.infrastructures.all().filter(({ cloudId }) => cloudId === cloud.id);
  return all.filter((one) => one.forgotten || present(sandbox, one.id) !== undefined);
}

/** Own ones, newest first; `filter` is searched in the stored document. */
export function listOwn(sandbox: Sandbox, owner: Owner, filter: RegExp | undefined): readonly Infrastructure[] {
  return sandbox.infrastructures
    .all()
    .filter(({ id }) => present(sandbox, id) !== undefined)
    .filter((infrastructure) => isOwnedBy(infrastructure, owner) && (!filter || filter.test(infrastructure.template)))
    .reverse();
}

/** VMs by id as the IM names what is wrong with one. */
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
