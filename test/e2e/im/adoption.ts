import assert from 'node:assert/strict';
import { authorizationHeader } from '../../../src/adapters/infrastructure-manager/authorization.ts';
import { infrastructureManager } from '../../../src/adapters/infrastructure-manager/infrastructure-manager.ts';
import { submission } from '../../support/submission.ts';
import { type Checks, until } from '../checks.ts';
import { client } from '../client.ts';
import type { Service } from '../service.ts';
import type { ImServer } from './im-server.ts';
import { manyMachines } from './templates.ts';

/** An infrastructure that a user made at the manager becomes a deployment of the service, and nothing of it is changed. */
export const checkAdoption = async (im: ImServer, service: Service, checks: Checks): Promise<void> => {
  const token = await service.token('--subject', 'olga');
  await im.believe(issuerOf(token));
  const [olga, sam] = [client(service.url, token), client(service.url, await service.token('--subject', 'sam'))];
  const body = { template: manyMachines(2), parameters: {} };
  let infrastructure = '';
  let adopted = '';
  await checks.check('adoption: what a user has made is compared, and fits its template', async () => {
    infrastructure = await madeBy(im, token, manyMachines(2));
    const { status, told } = await olga.adopt(`dummy/${infrastructure}`, body, { dryRun: true });
    assert.equal(status, 200, JSON.stringify(told));
    assert.deepEqual(told['adoption'], {
      ...{ provider: 'dummy', physicalId: infrastructure, fits: true, findings: [] },
      notComparable: ['ports', 'names', 'tags', 'images', 'disks', 'software'],
    });
  });
  await checks.check('adoption: that of somebody else is refused', async () => {
    const { status, told } = await sam.adopt(`dummy/${infrastructure}`, body);
    assert.equal(status, 403, JSON.stringify(told));
    assert.match(String(told['message']), /lists no infrastructure .* for your own token/);
    assert.deepEqual(await ownersOf(im, token, infrastructure), ['__OPENID__olga']);
  });
  await checks.check('adoption: what the template does not describe is refused, with the difference', async () => {
    const { status, told } = await olga.adopt(`dummy/${infrastructure}`, { ...body, template: manyMachines(3) });
    assert.equal(status, 409, JSON.stringify(told));
    assert.match(String(told['message']), /missing: the template asks for 3, and 2 of them stand/);
  });
  await checks.check('adoption: it becomes a deployment, with its machines, and stays its owner’s', async () => {
    const { status, told } = await olga.adopt(`dummy/${infrastructure}`, body);
    assert.equal(status, 201, JSON.stringify(told));
    adopted = String(told['uuid']);
    const settled = await olga.settled(adopted);
    assert.equal(settled.status, 'CREATE_COMPLETE', settled.statusReason);
    assert.equal(settled['physicalId'], infrastructure);
    const resources = await olga.resources(adopted);
    assert.deepEqual(resources.map(({ physicalId }) => physicalId).toSorted(), ['0', '1']);
    assert.deepEqual(new Set(resources.map(({ state }) => state)), new Set(['STARTED']));
    assert.deepEqual((await ownersOf(im, token, infrastructure)).toSorted(), ['__OPENID__olga', 'toscanini']);
  });
  await checks.check('adoption: it is adopted once', async () => {
    const { status, told } = await olga.adopt(`dummy/${infrastructure}`, body);
    assert.equal(status, 409, JSON.stringify(told));
    assert.match(String(told['message']), new RegExp(`belongs to deployment ${adopted} already`));
  });
  await checks.check('adoption: it is checked, updated, stopped and deleted as any other', async () => {
    assert.deepEqual(
      (await olga.check(adopted)).filter(({ is }) => is !== 'not-comparable'),
      [],
    );
    assert.equal((await olga.update(adopted, { ...body, template: manyMachines(3) })).status, 202);
    const updated = await olga.settled(adopted);
    assert.equal(updated.status, 'UPDATE_COMPLETE', updated.statusReason);
    const [first] = await olga.resources(adopted);
    assert.equal((await olga.act(adopted, first?.uuid ?? '', 'stop')).status, 202);
    await until('its machine stops', async () =>
      (await olga.resources(adopted)).some(({ state }) => state === 'STOPPED') ? true : undefined,
    );
    assert.equal((await olga.delete(adopted)).status, 204);
    await olga.gone(adopted);
    assert.deepEqual(await listedFor(im, token), []);
  });
};

const issuerOf = (token: string): string => {
  const [, claims = ''] = token.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly iss: string }).iss;
};

const linesOf = (token: string) => [
  { type: 'InfrastructureManager', token },
  { id: 'dummy', type: 'Dummy' },
];

/** Made at the manager itself, as its own tools do it, with the token of a user. */
const madeBy = async ({ url }: ImServer, token: string, template: string): Promise<string> => {
  const manager = infrastructureManager({ url, authorization: async () => linesOf(token) })('dummy');
  const id = await manager.create(submission(template));
  await until('what the user made is configured', async () => {
    const { state } = await manager.status(id);
    return state === 'configured' ? true : undefined;
  });
  return id;
};

const readFor = async ({ url }: ImServer, token: string, path: string): Promise<Record<string, unknown>> => {
  const headers = { Authorization: authorizationHeader(linesOf(token)), Accept: 'application/json' };
  return (await fetch(`${url}${path}`, { headers })).json() as Promise<Record<string, unknown>>;
};

const ownersOf = async (im: ImServer, token: string, id: string): Promise<readonly string[]> =>
  (await readFor(im, token, `/infrastructures/${id}/authorization`))['authorization'] as string[];

const listedFor = async (im: ImServer, token: string): Promise<unknown> =>
  (await readFor(im, token, '/infrastructures'))['uri-list'];
