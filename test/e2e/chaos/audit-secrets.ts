import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineKey } from '../../../src/domain/resources/states.ts';
import type { Audit } from './audit.ts';
import { executionsOf } from './settle.ts';
import type { World } from './traffic.ts';

/** What may never be seen: tokens of the users, and passwords and keys of the configuration, by what they are. */
const canaries = ({ users, stack }: World): ReadonlyMap<string, string> =>
  new Map([
    // the signature is what makes a token one
    ...users.map(({ name, token }) => [`the token of ${name}`, token.split('.').at(-1) ?? token] as const),
    ...stack.secrets.map((secret, index) => [`secret ${index + 1} of the configuration`, secret] as const),
  ]);

const found = (world: World, where: string, text: string): readonly string[] =>
  [...canaries(world)].filter(([, secret]) => text.includes(secret)).map(([name]) => `${name} stands in ${where}`);

const privateKey = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;

/** What the provider said of a machine holds the key to it; the API shows that to its owner only (src/http/metadata.ts). */
const withoutMachines = (item: string): string =>
  JSON.stringify(JSON.parse(item), (name, value: unknown) => (name === machineKey ? undefined : value));

export const auditSecrets: readonly Audit[] = [
  {
    name: 'no log has a secret in it',
    faults: (world) => {
      const log = readFileSync(join(world.stack.home, 'service.log'), 'utf8');
      return [
        ...found(world, 'the log of the service', log),
        ...(privateKey.test(log) ? ['a private key stands in the log of the service'] : []),
      ];
    },
  },
  {
    name: 'no execution has a secret in its input, output or history',
    faults: (world) =>
      executionsOf(world.stack.home).flatMap(({ arn, text }) => [
        ...found(world, arn, text),
        ...(privateKey.test(text) ? [`a private key stands in ${arn}`] : []),
      ]),
  },
  {
    name: 'no table has a token or a password in it, and private keys only where owners look for them',
    faults: (world, { dump }) =>
      dump.flatMap((item) => [
        ...found(world, item.slice(0, 80), item),
        ...(privateKey.test(withoutMachines(item)) ? [`a private key stands in ${item.slice(0, 80)}`] : []),
      ]),
  },
];
