import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthorizationForm } from '../../../src/adapters/infrastructure-manager/authorization.ts';
import { infrastructureManager } from '../../../src/adapters/infrastructure-manager/infrastructure-manager.ts';
import { submission } from '../../support/submission.ts';
import { type Checks, until } from '../checks.ts';
import type { Issuer } from './issuer.ts';
import { twoNodes } from './templates.ts';

/** A user's token that ends while the deployment goes on: in either form of the header. */
export const checkTokens = async (url: string, issuer: Issuer, checks: Checks): Promise<void> => {
  for (const form of ['json', 'lines'] as const) {
    await checks.check(`adapter: a token that ends in the middle is replaced, and nothing is lost (${form})`, () =>
      checkExpiry(url, issuer, form),
    );
  }
  await checks.check('adapter: a token that has ended, with no other to be had, is refused and not shown', async () => {
    const ended = issuer.token('carol', -60);
    const { im } = adapterWith(url, async () => ended);
    await assert.rejects(im('any').create(submission(twoNodes())), (error: Error) => {
      assert.equal(error.name, 'ProviderUnavailableError');
      assert.match(error.message, /refused the credentials/);
      assert.ok(!error.message.includes(ended));
      return true;
    });
  });
};

const adapterWith = (
  url: string,
  token: (options: { readonly fresh: boolean }) => Promise<string>,
  authorizationForm: AuthorizationForm = 'json',
) => {
  const asked: boolean[] = [];
  const im = infrastructureManager({
    url,
    authorizationForm,
    authorization: async (_, { fresh = false } = {}) => {
      asked.push(fresh);
      return [
        { type: 'InfrastructureManager', token: await token({ fresh }) },
        { id: 'dummy', type: 'Dummy' },
      ];
    },
  });
  return { im, asked };
};

const checkExpiry = async (url: string, issuer: Issuer, form: AuthorizationForm): Promise<void> => {
  let held = issuer.token('carol', 3);
  const { im, asked } = adapterWith(
    url,
    async ({ fresh }) => {
      if (fresh) held = issuer.token('carol', 600);
      return held;
    },
    form,
  );
  const id = await im('any').create(submission(twoNodes(`toscanini-e2e-token-${form}`)));
  assert.deepEqual(new Set(asked), new Set([false]));
  await sleep(3_500);
  const { vms } = await im('any').status(id);
  assert.equal(asked.filter(Boolean).length, 1);
  assert.equal(Object.keys(vms).length, 3);
  assert.equal(await im('any').find(`toscanini-e2e-token-${form}`), id);
  await until('gone', async () => {
    await im('any')
      .destroy(id)
      .catch(() => undefined);
    return im('any')
      .status(id)
      .then(
        () => undefined,
        (error: Error) => (error.name === 'NotFoundError' ? true : undefined),
      );
  });
  assert.equal(asked.filter(Boolean).length, 1);
};
