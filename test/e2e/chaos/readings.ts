import * as v from 'valibot';
import { anyOf } from './changes.ts';
import type { Action } from './world.ts';

const kinds = ['', '/log', '/extrainfo', '/template', '/events', '/resources'] as const;

export const look: Action = async (world, user) => {
  const id = anyOf(world, user);
  if (id !== undefined) await user.ask('GET', `/deployments/${id}${world.dice.pick(kinds)}`, [200, 404]);
};

export const page = v.looseObject({
  content: v.array(v.looseObject({ uuid: v.string() })),
  links: v.array(v.object({ rel: v.string(), href: v.string() })),
  page: v.object({ totalElements: v.number(), number: v.number() }),
});

/** Pages of any size, in any order, by their links; nothing is shown twice although the list changes meanwhile. */
export const walk: Action = async ({ dice, ledger }, user) => {
  const sort = dice.pick(['createdAt,desc', 'createdAt,asc'] as const);
  let path: string | undefined = `/deployments?size=${1 + dice.below(30)}&sort=${sort}`;
  const seen = new Set<string>();
  for (let pages = 0; pages < 20 && path !== undefined; pages += 1) {
    const answer = await user.ask('GET', path, [200]);
    if (answer?.status !== 200) return;
    const { content, links } = v.parse(page, JSON.parse(answer.text));
    for (const { uuid } of content) {
      if (seen.has(uuid)) ledger.anomalies.push(`a list that is walked by its links shows ${uuid} twice (${path})`);
      seen.add(uuid);
    }
    const next = links.find(({ rel }) => rel === 'next')?.href;
    path = next === undefined ? undefined : pathOf(next);
  }
};

export const pathOf = (href: string): string => {
  const { pathname, search } = new URL(href);
  return `${pathname}${search}`;
};
