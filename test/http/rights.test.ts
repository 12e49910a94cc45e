/** Who may call each route. A route that is missing here does not compile. */

import { describe, expect, it } from 'vitest';
import { jsonType } from '../../src/http/pipeline/answer.ts';
import { type Route, routes } from '../../src/http/routes.ts';
import { asking, prepared } from './changing-routes.ts';
import type { Name } from './requests.ts';
import { serviceForTests } from './service.ts';

/**
 * `group`: owner, administrators and members of the group; `owner`: owner, administrators and managers of the group; `secrets`: owner and
 * administrators; `asked`: members of the group whom the owner has asked; `caller`: whoever has a
 * token; `manager`: who manages the group, and administrators; `administrator`: who administers the installation; `public`: whoever has none.
 */
const rights = {
  'deployments/list': 'caller',
  'deployments/create': 'caller',
  'deployments/get': 'group',
  'deployments/view': 'group',
  'deployments/ranking': 'group',
  'catalog/list': 'caller',
  'catalog/get': 'caller',
  'templates/inspect': 'caller',
  'deployments/inputs': 'secrets',
  'configuration/me': 'caller',
  'deployments/update': 'owner',
  'deployments/retry': 'owner',
  'deployments/rollback': 'owner',
  'deployments/repair': 'owner',
  'deployments/move': 'owner',
  'operations/list': 'group',
  'operations/call': 'owner',
  'operations/workflow': 'owner',
  'operations/stop': 'owner',
  'versions/list': 'group',
  'versions/get': 'group',
  'deployments/reset': 'owner',
  'deployments/delete': 'owner',
  'deployments/extrainfo': 'secrets',
  'deployments/log': 'secrets',
  'deployments/template': 'group',
  'deployments/events': 'group',
  'events/list': 'caller',
  'costs/list': 'caller',
  'costs/get': 'group',
  'quotas/list': 'caller',
  'dependencies/list': 'administrator',
  'providers/list': 'administrator',
  'providers/drain': 'administrator',
  'dead-letters/list': 'administrator',
  'dead-letters/change': 'administrator',
  'webhooks/list': 'caller',
  'webhooks/change': 'manager',
  'pause/get': 'caller',
  'pause/set': 'administrator',
  'moves/list': 'administrator',
  'moves/stop': 'administrator',
  'approvals/list': 'caller',
  'approvals/get': 'group',
  'approvals/decide': 'group',
  'deployments/attempts': 'group',
  'checks/list': 'group',
  'protection/change': 'owner',
  'labels/change': 'owner',
  'lifetime/change': 'owner',
  'office-hours/change': 'owner',
  'transfers/ask': 'secrets',
  'transfers/answer': 'asked',
  'checks/create': 'owner',
  'resources/list': 'group',
  'resources/get': 'group',
  'resources/act': 'owner',
  'configuration/get': 'public',
  'configuration/login': 'public',
  'schedules/list': 'caller',
  'schedules/create': 'caller',
  'schedules/get': 'group',
  'schedules/change': 'owner',
  'schedules/delete': 'owner',
  'schedules/events': 'group',
  'schedules/template': 'group',
  'backfills/list': 'group',
  'backfills/create': 'owner',
  'backfills/get': 'group',
  'backfills/change': 'owner',
  'configuration/info': 'public',
  'configuration/openapi': 'public',
} as const satisfies Record<(typeof routes)[number]['function'], string>;

/** Olga owns all of it, for the group of Mia, which Lena manages; Ada is an administrator; the others have nothing to do with it. */
const answers = {
  group: { olga: 200, ada: 200, mia: 200, lena: 200, otto: 404, lone: 404, namesake: 404, nobody: 401 },
  secrets: { olga: 200, ada: 200, mia: 403, lena: 403, otto: 404, lone: 404, namesake: 404, nobody: 401 },
  owner: { olga: 200, ada: 200, mia: 403, lena: 200, otto: 404, lone: 404, namesake: 404, nobody: 401 },
  asked: { olga: 403, ada: 403, mia: 200, lena: 200, otto: 404, lone: 404, namesake: 404, nobody: 401 },
  caller: { olga: 200, ada: 200, mia: 200, lena: 200, otto: 200, lone: 200, namesake: 200, nobody: 401 },
  // the other issuer's group of that name is another one, which the namesake manages
  manager: { olga: 403, ada: 200, mia: 403, lena: 200, otto: 403, lone: 403, namesake: 200, nobody: 401 },
  administrator: { olga: 403, ada: 200, mia: 403, lena: 403, otto: 403, lone: 403, namesake: 403, nobody: 401 },
  public: { olga: 200, ada: 200, mia: 200, lena: 200, otto: 200, lone: 200, namesake: 200, nobody: 200 },
} as const satisfies Record<(typeof rights)[keyof typeof rights], Record<Name | 'nobody', number>>;

const test = serviceForTests();

const answerTo = (name: string, as: string) => asking(test)(name, { as: as === 'nobody' ? undefined : (as as Name) });

/** Whether a value holds anything, apart from links and the numbers of a page. */
const holdsData = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).some(([name, member]) => name !== 'links' && name !== 'page' && holdsData(member))
    : value !== undefined;

describe('who may call', () => {
  it.each(routes.map((row) => [row.function, row.method, row.path] as const))(
    '%s: %s %s',
    async (name, method) => {
      const prepare = () => prepared(test)(name, { userGroup: 'physics' });
      const expected = Object.entries(answers[rights[name]]);
      const ofOneOwner = ['group', 'owner', 'secrets'].includes(rights[name]);
      await prepare();
      // a refusal changes nothing, so what was prepared is still there
      for (const [as, status] of expected.filter(([, status]) => status >= 400))
        expect((await answerTo(name, as)).status, as).toBe(status);
      // whoever may must find something: else a route that hides nothing passes, since there is nothing
      for (const [index, [as]] of expected.filter(([, status]) => status < 400).entries()) {
        if (index > 0 && method !== 'GET') await prepare();
        const answer = await answerTo(name, as);
        // which success it is, other tests say
        expect(answer.status < 300 ? 200 : answer.status, as).toBe(200);
        if (ofOneOwner && answer.headers['Content-Type'] === jsonType)
          expect(holdsData(answer.json), 'prepare what the route reads: changing-routes.ts').toBe(true);
      }
    },
    60_000,
  );

  it('is a matter of tokens, unless the table of routes says that the route is public', () => {
    const open = routes.filter((row: Route) => row.public === true).map((row) => row.function);
    expect(routes.map((row) => row.function).filter((name) => rights[name] === 'public')).toEqual(open);
  });
});
