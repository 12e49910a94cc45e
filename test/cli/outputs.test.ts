import { expect, it } from 'vitest';
import { outputLines } from '../../cli/result.ts';
import type { Deployment } from '../../client/index.ts';
import { terminal } from './terminal.ts';

const uuid = '01980000-0000-7000-8000-0000f7d1a2b3';

const lineOf = (name: string, value: unknown): string =>
  outputLines(terminal(), { uuid, outputs: { [name]: value } } as unknown as Deployment)[0] ?? '';

it.each([
  ['admin_password', 'x'],
  ['db_pwd', 'x'],
  ['api_key', 'x'],
  ['passphrase', 'x'],
  ['connection_string', 'Server=db;Pwd=x'],
  ['database', 'postgres://app:hunter2@db/x'],
  ['login', { user: 'a', token: 'b' }],
  ['key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'],
])('shows no output on the screen that the service would show no group: %s', (name, value) =>
  expect(lineOf(name, value)).toBe(`${name}  ••••  toscanini output f7d1a2b3 ${name}`),
);

it.each(['token_type', 'private_ip', 'key_name', 'public_key'])('shows what only sounds like a secret: %s', (name) =>
  expect(lineOf(name, 'x')).toBe(`${name}  x`),
);

it('says why one is hidden from its reader, and shows what is left of it', () => {
  const hiddenOutputs = [{ output: 'url', reason: 'it holds the value of "access"' }];
  const deployment = { uuid, outputs: { url: 'https://********@db' }, hiddenOutputs } as unknown as Deployment;
  expect(outputLines(terminal(), deployment)).toEqual([
    'url  https://********@db  hidden: it holds the value of "access"',
  ]);
});

it('sets a value below its name where one of the names is long', () => {
  const long = 'an_output_of_a_node_with_a_long_name';
  const deployment = { uuid, outputs: { [long]: 'x', words: 'y' } } as unknown as Deployment;
  expect(outputLines(terminal(), deployment)).toEqual([long, '  x', 'words', '  y']);
});
