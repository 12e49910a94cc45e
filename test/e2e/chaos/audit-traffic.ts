import type { Audit } from './audit.ts';
import type { Truth } from './truth.ts';
import type { World } from './world.ts';

/**
 * What a minute must have brought at the least, about a third of what it brings on two busy processors. Below it a run shows nothing:
 * every other check is passed by a service that did nothing.
 */
export const leastPerMinute = {
  'deployments accepted': 3,
  'updates accepted': 0.5,
  'actions accepted': 0.3,
  'deletions accepted': 1,
  'events of schedules': 0.5,
  'callbacks taken': 2,
  'processes killed': 0.5,
  'faults of the clouds': 1,
  'jobs submitted': 0.5,
  'faults of the AWS SDK': 10,
} as const;
export type Kind = keyof typeof leastPerMinute;

export const shortfalls = (counts: Readonly<Record<Kind, number>>, minutes: number): readonly string[] =>
  Object.entries(leastPerMinute).flatMap(([kind, rate]) => {
    const least = Math.max(1, Math.floor(rate * minutes));
    const count = counts[kind as Kind];
    return count < least ? [`${kind}: ${count}, and at least ${least} are wanted in ${minutes} minutes`] : [];
  });

/** What is too little of until now; each file that was put is taken for an event. */
export const shortNow = (world: World): readonly string[] =>
  shortfalls({ ...countsOf(world, { events: [] }), 'events of schedules': world.ledger.files.size }, world.minutes);

const countsOf = (
  { ledger, receiver, mishaps, stack }: World,
  { events }: Pick<Truth, 'events'>,
): Readonly<Record<Kind, number>> => {
  const answered = (answer: string): number => ledger.answers.get(answer) ?? 0;
  return {
    'deployments accepted': [...ledger.wishes.values()].reduce((sum, { ids }) => sum + ids.size, 0),
    'updates accepted': answered('PUT 202'),
    'actions accepted': answered('POST 202'),
    'deletions accepted': answered('DELETE 204'),
    'events of schedules': events.length,
    'callbacks taken': receiver.counts.taken,
    'processes killed': total(mishaps, 'kill '),
    'faults of the clouds': total(mishaps, 'cloud: '),
    'jobs submitted': stack.proxy.operations.get('batch submitjob') ?? 0,
    'faults of the AWS SDK': total(stack.proxy.faults, ''),
  };
};

const total = (counts: ReadonlyMap<string, number>, prefix: string): number =>
  [...counts].reduce((sum, [name, count]) => (name.startsWith(prefix) ? sum + count : sum), 0);

export const auditTraffic: readonly Audit[] = [
  {
    name: 'there was enough of everything to show something',
    faults: (world, truth) => shortfalls(countsOf(world, truth), world.minutes),
  },
];
