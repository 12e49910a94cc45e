import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineKey } from '../../../src/domain/resources/states.ts';
import type { Audit } from './audit.ts';
import type { StoredText } from './objects.ts';
import { executionsOf } from './settle.ts';
import { userSecret } from './templates.ts';
import type { World } from './world.ts';

/** Texts that may not be seen, by what they are. */
export type Canaries = ReadonlyMap<string, string>;

/** Tokens of the users, and passwords and keys of the configuration: these stand nowhere that the service writes to. */
const canariesOf = ({ users, stack }: Pick<World, 'users' | 'stack'>): Canaries =>
  new Map([
    // the signature is what makes a token one
    ...users.map(({ name, token }) => [`the token of ${name}`, token.split('.').at(-1) ?? token] as const),
    ...stack.secrets.map((secret, index) => [`secret ${index + 1} of the configuration`, secret] as const),
  ]);

/** What a user hands to a deployment stands in its record and in what was sent, and nowhere else. */
const withInputs = (canaries: Canaries): Canaries => new Map([...canaries, ['the input of a user', userSecret]]);

const privateKey = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;

/** What of it stands in a text that is to be found at `where`. */
export const leaks = (canaries: Canaries, where: string, text: string): readonly string[] => [
  ...[...canaries].filter(([, secret]) => text.includes(secret)).map(([name]) => `${name} stands in ${where}`),
  ...(privateKey.test(text) ? [`a private key stands in ${where}`] : []),
];

/** Only templates, as they were sent by the user or to the provider, may hold what the user put into them. */
export const leaksInObjects = (canaries: Canaries, objects: readonly StoredText[]): readonly string[] =>
  objects.flatMap(({ key, text }) =>
    leaks(key.startsWith('templates/') ? canaries : withInputs(canaries), `s3 ${key}`, text),
  );

/** A search that finds nothing shows nothing where there is nothing to search. */
export const notSearched = (objects: readonly StoredText[]): readonly string[] =>
  ['templates/', 'logs/', 'notifications/']
    .filter((folder) => !objects.some(({ key }) => key.startsWith(folder)))
    .map((folder) => `nothing is in s3 ${folder}, which should be full`);

/** What the provider said of a machine holds the key to it; the API shows that to its owner only (src/http/resources/metadata.ts). */
const withoutMachines = (item: string): string =>
  JSON.stringify(JSON.parse(item), (name, value: unknown) => (name === machineKey ? undefined : value));

export const auditSecrets: readonly Audit[] = [
  {
    name: 'no log has a secret in it',
    faults: (world) => {
      const log = readFileSync(join(world.stack.home, 'service.log'), 'utf8');
      return leaks(withInputs(canariesOf(world)), 'the log of the service', log);
    },
  },
  {
    name: 'no execution has a secret in its input, output or history',
    faults: (world) =>
      executionsOf(world.stack.home).flatMap(({ arn, text }) => leaks(withInputs(canariesOf(world)), arn, text)),
  },
  {
    name: 'no table has a token or a password in it, and private keys only where owners look for them',
    faults: (world, { dump }) =>
      dump.flatMap((item) => {
        const where = item.slice(0, 80);
        return [
          ...leaks(canariesOf(world), where, item).filter((leak) => !leak.startsWith('a private key')),
          ...leaks(new Map(), where, withoutMachines(item)),
        ];
      }),
  },
  {
    name: 'no log, notification, ranking or template in S3 has a secret in it',
    faults: (world, { objects }) => [...notSearched(objects), ...leaksInObjects(canariesOf(world), objects)],
  },
  {
    name: 'no callback has a secret in it',
    faults: (world) =>
      world.receiver.bodies.flatMap((body) => leaks(withInputs(canariesOf(world)), body.slice(0, 80), body)),
  },
];
