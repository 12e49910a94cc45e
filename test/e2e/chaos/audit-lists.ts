import * as v from 'valibot';
import { countKey } from '../../../src/adapters/tables/keys.ts';
import { eventsOf } from '../../../src/adapters/tables/schedule-keys.ts';
import type { Audit } from './audit.ts';
import { page, pathOf } from './readings.ts';
import type { Truth } from './truth.ts';
import type { User } from './user.ts';

export const auditLists: readonly Audit[] = [
  {
    name: 'the counters are the truth',
    faults: (_, truth) => {
      const expected = expectedCounts(truth);
      const partitions = [...truth.counters.keys(), ...expected.keys()];
      return [...new Set(partitions)].flatMap((name) => {
        const [counted, there] = [truth.counters.get(name) ?? 0, expected.get(name) ?? 0];
        return counted === there ? [] : [`${name} counts ${counted}, and there are ${there}`];
      });
    },
  },
  {
    name: 'the lists are the truth, page by page, in any order',
    faults: async ({ users }, { deployments }) => {
      const faults: string[] = [];
      for (const user of users)
        for (const sort of ['createdAt,desc', 'createdAt,asc', 'updatedAt,desc'])
          faults.push(...(await walked(user, sort, shownTo(user, deployments))));
      return faults;
    },
  },
];

const expectedCounts = ({ deployments, events, schedules }: Truth): Map<string, number> => {
  const counts = new Map<string, number>();
  const add = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { createdBy: owner, userGroup: group } of deployments) {
    add(`deployments ${countKey({ of: 'all' })}`);
    add(`deployments ${countKey({ of: 'owner', owner })}`);
    if (group === undefined) continue;
    add(`deployments ${countKey({ of: 'group', group, issuer: owner.issuer })}`);
    add(`deployments ${countKey({ of: 'owner-in-group', owner, group })}`);
  }
  for (const { createdBy: owner } of schedules) {
    add(`schedules ${countKey({ of: 'all' })}`);
    add(`schedules ${countKey({ of: 'owner', owner })}`);
  }
  for (const { scheduleId } of events) add(`events ${eventsOf(scheduleId).counters}`);
  return counts;
};

/** Without a filter: one's own, and for administrators all. */
const shownTo = ({ name }: User, deployments: Truth['deployments']): ReadonlySet<string> =>
  new Set(deployments.filter(({ createdBy }) => name === 'admin' || createdBy.subject === name).map(({ id }) => id));

const walked = async (user: User, sort: string, expected: ReadonlySet<string>): Promise<readonly string[]> => {
  const faults: string[] = [];
  const seen: string[] = [];
  let path: string | undefined = `/deployments?size=7&sort=${sort}`;
  while (path !== undefined) {
    const answer = await user.read(path);
    if (answer?.status !== 200) return [`${user.name}: ${path} was answered ${answer?.status}`];
    const { content, links, page: about } = v.parse(page, JSON.parse(answer.text));
    seen.push(...content.map(({ uuid }) => uuid));
    if (about.totalElements !== expected.size)
      faults.push(`${user.name}: ${path} tells of ${about.totalElements}, and there are ${expected.size}`);
    const next = links.find(({ rel }) => rel === 'next')?.href;
    path = next === undefined ? undefined : pathOf(next);
  }
  const shown = new Set(seen);
  if (shown.size !== seen.length) faults.push(`${user.name}, ${sort}: ${seen.length - shown.size} are shown twice`);
  const missing = [...expected].filter((id) => !shown.has(id));
  const extra = [...shown].filter((id) => !expected.has(id));
  if (missing.length > 0) faults.push(`${user.name}, ${sort}: ${missing.join(', ')} missing`);
  if (extra.length > 0) faults.push(`${user.name}, ${sort}: ${extra.join(', ')} shown, and not there`);
  return faults;
};
