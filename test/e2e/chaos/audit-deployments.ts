import type { Audit } from './audit.ts';
import type { Truth } from './truth.ts';
import type { World } from './world.ts';

const final = /^(CREATE|UPDATE)_(COMPLETE|FAILED)$|^DELETE_FAILED$/;

export const auditDeployments: readonly Audit[] = [
  {
    name: 'every deployment is in a final state',
    faults: (_, { deployments }) =>
      deployments.filter(({ status }) => !final.test(status)).map(({ id, status }) => `${id} is ${status}`),
  },
  {
    name: 'every accepted deployment is there, unless somebody asked to delete it',
    faults: ({ ledger }, { deployments }) => {
      const there = new Set(deployments.map(({ id }) => id));
      return [...ledger.wishes.values()]
        .flatMap(({ ids }) => [...ids])
        .filter((id) => !there.has(id) && !ledger.deletions.has(id))
        .map((id) => `${id} was accepted, and is gone`);
    },
  },
  {
    name: 'no request made more than one deployment, with an Idempotency-Key or without',
    faults: async (world, { deployments }) => {
      const found = await markersOf(world, deployments);
      return [...world.ledger.wishes.values()].flatMap(({ marker, keyed, posts, ids }) => {
        const made = new Set([...(found.get(marker) ?? []), ...ids]).size;
        const most = keyed ? 1 : posts;
        return made > most ? [`${posts} requests of ${marker} made ${made} deployments`] : [];
      });
    },
  },
  {
    name: 'every deployment has its template, and is one that somebody asked for',
    faults: async (world, { deployments, events }) => {
      const found = await markersOf(world, deployments);
      const asked = new Set([...world.ledger.wishes.keys(), ...world.ledger.schedules.map(({ marker }) => marker)]);
      const ofEvents = new Set(events.map(({ deploymentId }) => deploymentId));
      return [...found].flatMap(([marker, ids]) => {
        if (!asked.has(marker)) return [`nobody asked for ${[...ids].join(', ')} (${marker})`];
        if (!marker.includes('schedule')) return [];
        return [...ids].filter((id) => !ofEvents.has(id)).map((id) => `${id} of ${marker} belongs to no event`);
      });
    },
  },
];

/** Deployments by the marker in their template, as the administrator reads it. */
const markersOf = async (world: World, deployments: Truth['deployments']): Promise<Map<string, Set<string>>> => {
  const known = cache.get(deployments);
  if (known) return known;
  const found = new Map<string, Set<string>>();
  const admin = world.users.find(({ name }) => name === 'admin');
  for (const { id } of deployments) {
    const answer = await admin?.read(`/deployments/${id}/template`);
    const marker = /chaos-[\w-]+/.exec(answer?.text ?? '')?.[0] ?? 'no marker';
    found.set(marker, (found.get(marker) ?? new Set()).add(id));
  }
  cache.set(deployments, found);
  return found;
};

const cache = new WeakMap<Truth['deployments'], Map<string, Set<string>>>();
