/** Creates an infrastructure, according to the clock and the clouds' faults. */

import { generateKeyPairSync } from 'node:crypto';
import { v1 } from 'uuid';
import type { AuthorizationLine, Owner } from './authorization.ts';
import { type Blueprint, blueprintOf } from './blueprint.ts';
import type { Cloud } from './clouds.ts';
import { writeDocument } from './document.ts';
import type { Infrastructure } from './infrastructure.ts';
import { durationOf, launch, launchedAt, refusalReason } from './launch.ts';
import { nowOf, type Sandbox, unauthorised, unavailable } from './lookup.ts';
import { Refusal } from './refusal.ts';
import type { YamlMap } from './value.ts';

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

/** Creates an infrastructure and returns it. A sync create that the cloud refuses leaves nothing behind. */
export function create(sandbox: Sandbox, { owner, lines, document, mode }: Creation): Infrastructure {
  const blueprint = blueprintOf(document);
  const cloud = sandbox.clouds.chosenBy(lines);
  if (cloud?.fault === 'answer-5xx') throw unavailable(cloud);
  if (cloud?.fault === 'refuse-credentials') throw unauthorised(401);
  const failure = failureOf(blueprint, cloud);
  if (mode === 'sync' && failure?.refused) throw new Refusal(400, failure.reason);
  const own = { owners: [owner], privateKey: newPrivateKey(), name: blueprint.name, template: writeDocument(document) };
  const infrastructure = { id: v1(), ...own, ...begun(sandbox, blueprint, cloud, mode, failure?.reason) };
  sandbox.infrastructures.put(infrastructure);
  if (cloud?.fault === 'lose-answer' || cloud?.fault === 'late-create')
    throw new Refusal(504, 'the answer was lost', { prefixed: false });
  return infrastructure;
}

/** The reason why there will be no VM; `refused` when a sync create says so at once. */
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
  const now = nowOf(sandbox) + (cloud?.fault === 'late-create' ? durationOf(cloud) * 10 : 0);
  const systems = wanted.flatMap(({ system, count }) => Array.from({ length: count }, () => system));
  const first = { cloudId: cloud?.id ?? '', createdAt: now, software };
  if (!cloud || systems.length === 0) return { ...first, addedAt: now, machines: [], ...(failure && { failure }) };
  if (cloud.fault === 'hang-in-pending') return { ...first, addedAt: now, machines: [], hangs: true };
  const order = { cloud, systems, firstId: 0, firstSerial: sandbox.infrastructures.nextSerial(), now, mode, software };
  return { ...first, addedAt: launchedAt(order), machines: launch(order), ...(failure && { failure }) };
}

/** What a create would need, and from which cloud (`dry_run`). */
export function dryRunCreate({ clouds }: Sandbox, { lines, document }: Pick<Creation, 'lines' | 'document'>): unknown {
  const cloud = clouds.chosenBy(lines);
  if (!cloud) throw new Refusal(400, 'No VMI obtained from Sites');
  const systems = blueprintOf(document).wanted.flatMap(({ system, count }) =>
    Array.from({ length: count }, () => system),
  );
  const compute = systems.map((system) => ({
    cpuCores: system.cpus,
    memoryInMegabytes: system.memoryBytes / 1e6,
    diskSizeInGigabytes: system.diskBytes / 1e9,
    ...(system.public && { publicIP: 1 }),
  }));
  const storage = systems.map((system) => ({ sizeInGigabytes: system.diskBytes / 1e9 }));
  return { [cloud.id]: { cloudType: 'OpenStack', cloudEndpoint: cloud.host, compute, storage } };
}
