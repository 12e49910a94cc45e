import type { Cloud } from './clouds.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { heldMachines } from './infrastructure.ts';
import { existingAt, nowOf } from './lookup.ts';
import { Refusal } from './refusal.ts';
import { jsonOnly, type Reply, text } from './reply.ts';

const images = (cloud: Cloud): unknown => ({
  images: ['ubuntu-22.04', 'ubuntu-24.04'].map((name) => ({
    uri: `ost://${new URL(cloud.host).hostname}/${name}`,
    name,
  })),
});

function quotas(cloud: Cloud, call: Call): unknown {
  const { sandbox } = call;
  const held = existingAt(sandbox, cloud).flatMap((one) => heldMachines(one, nowOf(sandbox)));
  const sum = (amount: (machine: (typeof held)[number]) => number): number =>
    held.reduce((all, machine) => all + amount(machine), 0);
  return {
    quotas: {
      cores: { used: sum(({ system }) => system.cpus), limit: 10_000 },
      ram: { used: sum(({ system }) => system.memoryBytes / 1e9), limit: 100_000 },
      instances: { used: held.length, limit: 10_000 },
      floating_ips: { used: held.filter(({ system }) => system.public).length, limit: 10_000 },
      security_groups: { used: 0, limit: 10_000 },
    },
  };
}

/** The caller's own line decides the cloud, because the id in the path is the id of a line. */
function show(call: Call): Reply {
  call.owner();
  const id = call.params['cloud'] ?? '';
  const line = call.lines.find((candidate) => candidate['id'] === id);
  if (!line) throw new Refusal(400, `Cloud ID ${id} not found.`);
  const cloud = call.sandbox.clouds.chosenBy([line]);
  if (!cloud) throw new Refusal(400, `Error connecting to ${line['host'] ?? id}: 401 Unauthorized`);
  if (cloud.fault === 'silent') throw new Refusal(400, `Error connecting to ${cloud.host}: timed out`);
  const property = call.params['property'];
  if (property === 'images') return jsonOnly(images(cloud));
  if (property === 'quotas') return jsonOnly(quotas(cloud, call));
  throw new Refusal(404, 'Incorrect cloud property', { prefixed: false });
}

export const cloudEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/version', prefix: '', credentials: 'none', handle: () => text('version', '1.19.2') },
  {
    method: 'GET',
    path: '/clouds/:cloud/:property',
    prefix: 'Error getting cloud info: ',
    credentials: 401,
    handle: show,
  },
];
