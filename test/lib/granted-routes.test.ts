/**
 * Every route of the table, asked for what it can do: what it then asks of tables, files and Step Functions is granted to
 * its function. The engines of a laptop ask for no permission, so a forgotten grant shows only here and in the cloud.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes.ts';
import { asking, prepared } from '../http/changing-routes.ts';
import { serviceForTests } from '../http/service.ts';
import { startEngine } from '../support/engine.ts';
import { Calls, refusedBy } from './calls.ts';
import { type Grants, grantsOf } from './grants.ts';
import { everything } from './grants-page.ts';
import { templates } from './stacks.ts';

// the clients of the direct engine do not tell what is sent
const test = serviceForTests(startEngine);
const calls = new Calls();
let grants: Grants;

/** They answer from the configuration, the token or the request alone. */
const callsNothing: readonly string[] = [
  'configuration/get',
  'configuration/login',
  'configuration/me',
  'configuration/info',
  'configuration/openapi',
  'templates/inspect',
];

beforeAll(() => {
  grants = grantsOf(templates(everything).service);
  calls.listen(test.engine);
});

describe('what a route asks of AWS is granted to its function', () => {
  it.each(routes.map((row) => [row.function, row.method, row.path] as const))('%s: %s %s', async (name) => {
    await prepared(test)(name);
    const workflows = calls.workflows(test.service.workflows);
    const { status } = await calls.by(`http/${name}`, () =>
      asking(test)(name, {}, { workflows, deadLetters: calls.letters() }),
    );
    expect(status, 'it must find something to answer').toBeLessThan(300);
    const asked = calls.all.filter(({ by }) => by === `http/${name}`);
    expect(asked.length > 0, 'its calls are heard').toBe(!callsNothing.includes(name));
    expect(refusedBy(grants, asked)).toEqual([]);
  });
});
