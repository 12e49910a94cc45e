/** The operations of the Infrastructure Manager on whole infrastructures, by the clock and the clouds' faults. */

import { generateKeyPairSync } from 'node:crypto';
import { v1 } from 'uuid';
import type { Clock } from '../clock.ts';
import type { AuthorizationLine, Owner } from './authorization.ts';
import { type Blueprint, blueprintOf } from './blueprint.ts';
import type { Cloud, Clouds } from './clouds.ts';
import { writeDocument } from './document.ts';
import { heldMachines, type Infrastructure, liveMachines } from './infrastructure.ts';
import { durationOf, launch, launchedAt, refusalReason } from './launch.ts';
import { Refusal } from './refusal.ts';
import { statesAt } from './states.ts';
import type { Infrastructures } from './store.ts';
import type { YamlMap } from './value.ts';

export interface Sandbox {
  readonly clock: Clock;
  readonly clouds: Clouds;
  readonly infrastructures: Infrastructures;
}

export const nowOf = ({ clock }: Sandbox): number => clock.now().getTime();

const unavailable = (cloud: Cloud): Refusal =>
  new Refusal(503, `${cloud.name} is told to answer 5xx`, { prefixed: false });

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
  return { infrastructure, cloud };
}

const isOwnedBy = ({ owners }: Infrastructure, owner: Owner): boolean =>
  owners.some(({ name, proof }) => name === owner.name && proof === owner.proof);

function present(sandbox: Sandbox, id: string): Infrastructure | undefined {
  const infrastructure = sandbox.infrastructures.find(id);
  if (!infrastructure || infrastructure.forgotten) return undefined;
  if (statesAt(infrastructure, nowOf(sandbox))) return infrastructure;
  sandbox.infrastructures.remove(id);
  return undefined;
}

/** Own ones, newest first; `filter` is searched in the stored document. */
export function listOwn(sandbox: Sandbox, owner: Owner, filter: RegExp | undefined): readonly Infrastructure[] {
  return sandbox.infrastructures
    .all()
    .filter(({ id }) => present(sandbox, id) !== undefined)
    .filter((infrastructure) => isOwnedBy(infrastructure, owner) && (!filter || filter.test(infrastructure.template)))
    .reverse();
}

const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

export interface Creation {
  readonly owner: Owner;
  readonly lines: readonly AuthorizationLine[];
  /** validated */
  readonly document: YamlMap;
  readonly mode: 'sync' | 'async';
}

/** Makes an infrastructure and answers it; a sync create that the cloud refuses leaves nothing behind. */
export function create(sandbox: Sandbox, { owner, lines, document, mode }: Creation): Infrastructure {
  const blueprint = blueprintOf(document);
  const cloud = sandbox.clouds.chosenBy(lines);
  if (cloud?.fault === 'answer-5xx') throw unavailable(cloud);
  const failure = failureOf(blueprint, cloud);
  if (mode === 'sync' && failure?.refused) throw new Refusal(400, failure.reason);
  const own = { owners: [owner], privateKey: newPrivateKey(), name: blueprint.name, template: writeDocument(document) };
  const infrastructure = { id: v1(), ...own, ...begun(sandbox, blueprint, cloud, mode, failure?.reason) };
  sandbox.infrastructures.put(infrastructure);
  if (cloud?.fault === 'lose-answer') throw new Refusal(504, 'the answer was lost', { prefixed: false });
  return infrastructure;
}

/** Why there will be no VM; `refused` where a sync create says so at once. */
function failureOf(blueprint: Blueprint, cloud: Cloud | undefined): { reason: string; refused: boolean } | undefined {
  const node = blueprint.wanted[0]?.system.node;
  if (node === undefined) return { reason: 'Infrastructure without any deploy. Exiting.', refused: false };
  if (!cloud) return { reason: `No VMI obtained from Sites to system '${node}'`, refused: true };
  if (cloud.fault === 'refuse-create')
    return { reason: `Error adding VMs: ${refusalReason(cloud, node)}`, refused: true };
  return undefined;
}

function begun(
  sandbox: Sandbox,
  { wanted, software }: Blueprint,
  cloud: Cloud | undefined,
  mode: Creation['mode'],
  failure: string | undefined,
): Pick<Infrastructure, 'cloudId' | 'createdAt' | 'addedAt' | 'software' | 'machines' | 'failure' | 'hangs'> {
  const now = nowOf(sandbox);
  const systems = wanted.flatMap(({ system, count }) => Array.from({ length: count }, () => system));
  const first = { cloudId: cloud?.id ?? '', createdAt: now, software };
  if (!cloud || systems.length === 0) return { ...first, addedAt: now, machines: [], ...(failure && { failure }) };
  if (cloud.fault === 'hang-in-pending') return { ...first, addedAt: now, machines: [], hangs: true };
  const order = { cloud, systems, firstId: 0, firstSerial: sandbox.infrastructures.nextSerial(), now, mode, software };
  return { ...first, addedAt: launchedAt(order), machines: launch(order), ...(failure && { failure }) };
}

export interface DestructionOrder {
  readonly lines: readonly AuthorizationLine[];
  readonly mode: 'sync' | 'async';
  readonly force: boolean;
}

/** 409 while VMs are being launched; async says nothing of a refusal (im-api.md section 0, traps 4 and 5). */
export function destroy(sandbox: Sandbox, infrastructure: Infrastructure, order: DestructionOrder): void {
  const now = nowOf(sandbox);
  if (statesAt(infrastructure, now)?.state === 'deleting') return;
  if (now < infrastructure.addedAt) throw new Refusal(409, 'Invalid State to perform this operation.');
  const refusal = refusalToDestroy(sandbox, infrastructure, order.lines);
  if (refusal && order.force) sandbox.infrastructures.put({ ...infrastructure, forgotten: true });
  else if (order.mode === 'async') destroyLater(sandbox, infrastructure, refusal !== undefined);
  else if (refusal) throw new Refusal(400, `Error destroying the infrastructure: \n${refusal}\n`);
  else sandbox.infrastructures.remove(infrastructure.id);
}

function destroyLater(sandbox: Sandbox, infrastructure: Infrastructure, refused: boolean): void {
  const now = nowOf(sandbox);
  const cloud = sandbox.clouds.find(infrastructure.cloudId);
  const endsAt = now + (cloud ? durationOf(cloud) * 0.3 : 0);
  sandbox.infrastructures.put({ ...infrastructure, destruction: { startedAt: now, endsAt, refused } });
}

/** Why the cloud keeps the VMs, if it does. Without any VM no cloud is asked. */
function refusalToDestroy(
  sandbox: Sandbox,
  infrastructure: Infrastructure,
  lines: readonly AuthorizationLine[],
): string | undefined {
  const cloud = sandbox.clouds.find(infrastructure.cloudId);
  if (!cloud || heldMachines(infrastructure, nowOf(sandbox)).length === 0) return undefined;
  if (cloud.fault === 'refuse-destroy') return `${cloud.name} refuses to delete its VMs: 409 Conflict`;
  try {
    sandbox.clouds.authorise(cloud, lines);
  } catch (cause) {
    if (cause instanceof Refusal) return cause.message;
    throw cause;
  }
  return undefined;
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
