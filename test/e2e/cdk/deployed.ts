import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { Sandbox } from '../../../local/sandbox/sandbox.ts';
import { routes } from '../../../src/http/routes.ts';
import type { Checks } from '../checks.ts';
import { client } from '../client.ts';
import { twoMachines } from './template.ts';

/** The service as `cdk deploy` left it, and the clouds it deploys to. */
export interface Installed {
  readonly url: string;
  /** files that arrive there trigger schedules */
  readonly bucket: string;
  /** name of the function that npm run doctor asks; empty: an older release has none */
  readonly doctor: string;
  readonly sandbox: Sandbox;
}

const refusal = v.object({ code: v.number(), title: v.string(), message: v.string() });

/** What the gateway alone decides: routes, methods, refusals in the error shape. */
export const checkApi = async ({ url, sandbox }: Installed, checks: Checks): Promise<void> => {
  const authorization = { Authorization: `Bearer ${await sandbox.token()}` };
  await checks.check('api: /info and /configuration are public', async () => {
    for (const path of ['/info', '/configuration']) assert.equal((await fetch(`${url}${path}`)).status, 200, path);
  });
  await checks.check('api: every other route refuses a request without a token, in the error shape', async () => {
    for (const route of routes.filter((one) => !('public' in one && one.public))) {
      const path = route.path.replaceAll(/\{[a-z_]+\}/g, '01a1f9be-1c57-7455-b41c-e5762c3dfabc');
      const answer = await fetch(`${url}${path}`, { method: route.method });
      assert.equal(v.parse(refusal, await answer.json()).code, answer.status);
      assert.equal(answer.status, 401, `${route.method} ${path}`);
      assert.ok(answer.headers.get('www-authenticate'), `${route.method} ${path}`);
      assert.ok(answer.headers.get('x-request-id'), `${route.method} ${path}`);
    }
  });
  await checks.check('api: an unknown path is 404, an unknown method 405, both in the error shape', async () => {
    for (const [method, path, status] of [
      ['GET', '/nothing', 404],
      ['PROPFIND', '/deployments', 405],
    ] as const) {
      const answer = await fetch(`${url}${path}`, { method, headers: authorization });
      assert.equal(answer.status, status);
      assert.equal(v.parse(refusal, await answer.json()).code, status);
    }
  });
};

/** create → complete → list → look → delete, with a bystander who must see none of it. */
export const checkLife = async ({ url, sandbox }: Installed, checks: Checks): Promise<void> => {
  const user = client(url, await sandbox.token());
  const bystander = client(url, await sandbox.token({ subject: 'bystander' }));
  let id = '';
  await checks.check('life: a deployment becomes CREATE_COMPLETE, with its outputs', async () => {
    id = (await user.create({ template: twoMachines, parameters: { cpus: 3 } })).uuid;
    const settled = await user.settled(id);
    assert.equal(settled.status, 'CREATE_COMPLETE', settled.statusReason);
    assert.deepEqual(settled.outputs, { cpus: 3 });
  });
  await checks.check('life: it is in the list of its owner, and in nobody else’s', async () => {
    assert.ok((await user.list()).includes(id));
    assert.deepEqual(await bystander.list(), []);
    assert.equal((await bystander.delete(id)).status, 404);
  });
  await checks.check('life: resources, extrainfo, log and template are what was deployed', async () => {
    const resources = await user.resources(id);
    assert.deepEqual(resources.map((one) => one.toscaNodeName).sort(), ['back', 'front']);
    assert.deepEqual(new Set(resources.map((one) => one.state)), new Set(['STARTED']));
    assert.match(await user.text(id, 'extrainfo'), /"vmProperties":\[\{/);
    assert.equal(await user.text(id, 'template'), twoMachines);
    await user.text(id, 'log');
  });
  await checks.check('life: deleted, it is gone from here and from the cloud', async () => {
    assert.equal((await user.delete(id)).status, 204);
    await user.gone(id);
    assert.deepEqual(await user.list(), []);
  });
};

/** The second provider takes over: named errors go through Lambda and Step Functions as they are. */
export const checkFallback = async ({ url, sandbox }: Installed, checks: Checks): Promise<void> => {
  const user = client(url, await sandbox.token());
  await checks.check('fallback: when the first cloud fails, the second takes it', async () => {
    const [first] = sandbox.providers;
    assert.ok(first);
    await setFault(sandbox, first.id, 'fail-vm');
    const { uuid } = await user.create({ template: twoMachines, parameters: {} });
    const settled = await user.settled(uuid);
    await setFault(sandbox, first.id, null);
    assert.equal(settled.status, 'CREATE_COMPLETE', settled.statusReason);
    assert.equal((await user.delete(uuid)).status, 204);
    await user.gone(uuid);
  });
};

/** What goes wrong at a cloud from now on; null: nothing. */
export const setFault = async ({ imUrl }: Sandbox, cloud: string, fault: string | null): Promise<void> => {
  const answer = await fetch(`${imUrl}/_sandbox/clouds/${cloud}`, { method: 'PUT', body: JSON.stringify({ fault }) });
  assert.ok(answer.ok, `the sandbox answered ${answer.status}`);
};

/** After every deletion: no cloud holds anything that the service does not know of. */
export const checkClouds = ({ sandbox }: Installed, checks: Checks): Promise<void> =>
  checks.check('clouds: nothing is left in them', async () => {
    const held = v.object({ clouds: v.array(v.object({ infrastructures: v.array(v.unknown()) })) });
    const { clouds } = v.parse(held, await (await fetch(`${sandbox.imUrl}/_sandbox/clouds`)).json());
    for (const { infrastructures } of clouds) assert.deepEqual(infrastructures, []);
  });
