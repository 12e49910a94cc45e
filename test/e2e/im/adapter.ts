import assert from 'node:assert/strict';
import * as v from 'valibot';
import {
  type AuthorizationForm,
  authorizationHeader,
} from '../../../src/adapters/infrastructure-manager/authorization.ts';
import {
  type AuthorizationLine,
  infrastructureManager,
} from '../../../src/adapters/infrastructure-manager/infrastructure-manager.ts';
import { conform } from '../../../src/foundation/shape/examine.ts';
import { submission } from '../../support/submission.ts';
import { type Checks, until } from '../checks.ts';
import { freePort } from '../processes.ts';
import { manyKinds, manyMachines, noMachines, twoNodes, unknownType } from './templates.ts';

const cloud = { id: 'dummy', type: 'Dummy' };
const lines: Record<string, readonly AuthorizationLine[]> = {
  own: [{ type: 'InfrastructureManager', username: 'alice', password: 'a;b="c"\\n' }, cloud],
  other: [{ type: 'InfrastructureManager', username: 'bob', password: 'secret' }, cloud],
  none: [cloud],
};

const adapterAt = (url: string) =>
  infrastructureManager({ url, authorization: async (providerId) => lines[providerId] ?? [] });

/** The adapter alone against the real server: a life, refusals, and what a hostile credential can do. */
export const checkAdapter = async (url: string, checks: Checks): Promise<void> => {
  await checkBrokenTemplate(url, checks);
  await checkLife(url, checks);
  await checkManyAtOnce(url, checks);
  await checkRefusals(url, checks);
  await checkDestroyWhileAdding(url, checks);
  await checkAuthorizationForms(url, checks);
};

const checkLife = async (url: string, checks: Checks): Promise<void> => {
  const im = adapterAt(url);
  let id = '';
  await checks.check('adapter: create answers an id at once', async () => {
    id = await im('own').create(submission(twoNodes('toscanini-e2e-1')));
    assert.match(id, /^[0-9a-f-]{36}$/);
  });
  await checks.check('adapter: it becomes configured, with three machines', async () => {
    const status = await until('configured', async () => {
      const seen = await im('own').status(id);
      return seen.state === 'configured' ? seen : undefined;
    });
    assert.deepEqual(status.vms, { '0': 'configured', '1': 'configured', '2': 'configured' });
  });
  await checks.check('adapter: machines have node, address and sizes; an unknown one is left out', async () => {
    const vms = await im('own').virtualMachines(id, ['0', '1', '2', '99']);
    assert.deepEqual(vms.map((vm) => vm.node).sort(), ['back', 'back', 'front']);
    for (const vm of vms) {
      const system = vm.properties.at(-1);
      assert.equal(vm.state, 'configured');
      assert.deepEqual(
        [system?.['class'], system?.['cpu.count'], system?.['memory.size'], system?.['net_interface.0.ip']],
        ['system', 2, 2_000_000_000, '10.0.0.1'],
      );
      assert.equal(vm.properties[0]?.['class'], 'network');
    }
  });
  await checks.check('adapter: outputs and log', async () => {
    assert.deepEqual(await im('own').outputs(id), { front_ip: '10.0.0.1', cpus: 2 });
    assert.match((await im('own').log(id)).quotable, /Contextualization disabled/);
  });
  await checks.check('adapter: find knows it by its name, and only by its name', async () => {
    assert.equal(await im('own').find('toscanini-e2e-1'), id);
    assert.equal(await im('own').find('toscanini-e2e'), undefined);
    assert.equal(await im('other').find('toscanini-e2e-1'), undefined);
  });
  await checks.check('adapter: somebody else may neither look nor destroy', async () => {
    await assert.rejects(im('other').status(id), {
      name: 'ProviderUnavailableError',
      message: /refused the credentials/,
    });
    await assert.rejects(im('other').destroy(id), {
      name: 'ProviderUnavailableError',
      message: /refused the credentials/,
    });
  });
  await checks.check('adapter: destroy until it is gone, and once more', async () => {
    await destroyUntilGone(url, id);
    await im('own').destroy(id);
    await assert.rejects(im('own').status(id), { name: 'NotFoundError' });
  });
};

/** More than a few machines are read in one call, and are what each tells by itself. */
const checkManyAtOnce = async (url: string, checks: Checks): Promise<void> => {
  const im = adapterAt(url)('own');
  const id = await im.create(submission(manyKinds('toscanini-e2e-many')));
  await checks.check('adapter: machines read at once are those that are read one by one', async () => {
    const vmIds = await until('configured', async () => {
      const { state, vms } = await im.status(id);
      return state === 'configured' ? Object.keys(vms) : undefined;
    });
    assert.equal(vmIds.length, 7);
    const atOnce = await im.virtualMachines(id, [...vmIds, '99']);
    const oneByOne = await Promise.all(vmIds.map((vmId) => im.virtualMachines(id, [vmId])));
    const named = (vm: (typeof atOnce)[number]) => ({ ...vm, properties: vm.properties.map(sorted) });
    assert.deepEqual(atOnce.map(named), oneByOne.flat().map(named));
    assert.ok(atOnce.every(({ properties }) => properties.at(-1)?.['net_interface.0.ip'] !== undefined));
  });
  await destroyUntilGone(url, id);
};

const sorted = (element: { readonly [key: string]: unknown }) => Object.entries(element).toSorted();

/**
 * Asks again on every poll: a poll of release 2.0.0 that meets the end of the destruction can write the infrastructure back, without
 * machines and `unknown` for ever, until it is destroyed once more.
 */
const destroyUntilGone = (url: string, id: string): Promise<true> => {
  const im = adapterAt(url);
  return until('gone', async () => {
    await im('own').destroy(id).catch(unless('NotReadyError'));
    return im('own')
      .status(id)
      .then(() => undefined, unless('NotFoundError'));
  });
};

const unless =
  (name: string) =>
  (error: Error): true => {
    if (error.name !== name) throw error;
    return true;
  };

/** First of all: the server's TOSCA parser collects errors in one place for all its threads, and loses them when two are at work. */
const checkBrokenTemplate = (url: string, checks: Checks): Promise<void> =>
  checks.check('adapter: a broken template is refused in its words, without stack trace', async () => {
    await assert.rejects(adapterAt(url)('own').create(submission(unknownType)), (error: Error) => {
      assert.equal(error.name, 'ProviderFailedError');
      assert.match(error.message, /"tosca\.nodes\.NoSuch" is not a valid type/);
      assert.doesNotMatch(error.message, /File "|line \d+, in/);
      return true;
    });
  });

const checkRefusals = async (url: string, checks: Checks): Promise<void> => {
  const im = adapterAt(url);
  await checks.check('adapter: create without credentials is refused', async () => {
    await assert.rejects(im('none').create(submission(noMachines)), {
      name: 'ProviderUnavailableError',
      message: /refused the credentials of this service: .*No credentials provided/,
    });
  });
  await checks.check('adapter: status without credentials (a 400) is worth a retry', async () => {
    const id = await im('own').create(submission(noMachines));
    await assert.rejects(im('none').status(id), { name: 'ProviderUnavailableError', message: /credentials/ });
    await im('own').destroy(id);
  });
  await checks.check('adapter: an address where nobody listens is unavailable', async () => {
    await assert.rejects(adapterAt(`http://127.0.0.1:${await freePort()}`)('own').create(submission(noMachines)), {
      name: 'ProviderUnavailableError',
      message: /Infrastructure Manager.*ECONNREFUSED/,
    });
  });
  await checks.check('adapter: a wrong path below the right host is no proof that a thing is gone', async () => {
    await assert.rejects(adapterAt(`${url}/wrong`)('own').destroy('x'), { name: /^Provider/ });
  });
};

const checkDestroyWhileAdding = (url: string, checks: Checks): Promise<void> =>
  checks.check('adapter: destroy while machines are being added is not ready, and succeeds later', async () => {
    const im = adapterAt(url);
    const id = await im('own').create(submission(manyMachines(150)));
    await until('the first machine', async () =>
      Object.keys((await im('own').status(id)).vms).length > 0 ? true : undefined,
    );
    await assert.rejects(im('own').destroy(id), { name: 'NotReadyError', message: /Invalid State/ });
    await destroyUntilGone(url, id);
  });

const hostile = {
  json: ['a;b', 'a=b', `a'b"c`, 'a\nb', 'a\\nb', 'a\\\\nb', 'x\\', 'é€😀', 'a\\u000ab', '{"a":1}', '# no', 'a\r\tb'],
  lines: ['a;b', 'a=b', `a'b"c`, 'a\nb', `''""`, 'a\\b', '{"a":1}', '# no', '-----BEGIN\nA+/=\n-----END\n.'],
} satisfies Record<AuthorizationForm, readonly string[]>;

/** The user name comes back as the owner of what it made: what the server read is what was meant. */
const checkAuthorizationForms = async (url: string, checks: Checks): Promise<void> => {
  for (const [form, names] of Object.entries(hostile) as [AuthorizationForm, readonly string[]][]) {
    await checks.check(`adapter: ${names.length} hostile credentials survive the ${form} form`, async () => {
      for (const username of names) await checkOwner(url, form, username);
    });
  }
};

const checkOwner = async (url: string, form: AuthorizationForm, username: string): Promise<void> => {
  const own = [{ type: 'InfrastructureManager', username, password: 'secret' }, cloud];
  const im = infrastructureManager({ url, authorization: async () => own, authorizationForm: form });
  const id = await im('any').create(submission(noMachines));
  const answer = await fetch(`${url}/infrastructures/${id}/authorization`, {
    headers: { Authorization: authorizationHeader(own, form), Accept: 'application/json' },
  });
  const { authorization } = conform(v.object({ authorization: v.array(v.string()) }), await answer.json());
  await im('any').destroy(id);
  assert.deepEqual(authorization, [username]);
};
