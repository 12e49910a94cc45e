import { expect, it } from 'vitest';
import { authorizationLines } from '../../../src/adapters/infrastructure-manager/provider-authorization.ts';
import { providersSchema } from '../../../src/adapters/providers/configured.ts';
import { conform } from '../../../src/foundation/shape/examine.ts';

const credentials = { type: 'OpenStack', host: 'https://keystone.example.org:5000' };
const configured = conform(providersSchema, [
  { id: 'first', name: 'Cloud first', priority: 1, credentials, secret: 'first-password' },
]);

it('reads the secrets of the installation anew where the lines with them were refused', async () => {
  const read: (readonly [string, boolean | undefined])[] = [];
  const secrets = {
    read: async (name: string, options?: { readonly fresh?: boolean }) => {
      read.push([name, options?.fresh]);
      return { username: 'toscanini', password: 'own' };
    },
  };
  const ask = authorizationLines({ configured, secrets, ownSecret: 'im', token: async () => undefined });
  await ask('first');
  await ask('first', { fresh: true });
  await ask('first', { fresh: true, creating: true });
  const both = (fresh: boolean) => [['im', fresh] as const, ['first-password', fresh] as const];
  expect(read).toEqual([...both(false), ...both(true), ...both(true)]);
});
