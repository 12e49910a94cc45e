/** What the action calls the command line with. */

import { basename, dirname, resolve } from 'node:path';

export class InputError extends Error {
  override readonly name = 'InputError';
}

/** The value of an input, without blanks around it; '' when it is not given. */
export type Inputs = (name: string) => string;

/** Source: `getInput` of `@actions/core` 3.0.1. */
export const inputsIn =
  (env: Readonly<Record<string, string | undefined>>): Inputs =>
  (name) =>
    (env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim();

const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const commands = ['check', 'plan', 'up'] as const;
export type Command = (typeof commands)[number];

/** InputError for a command that there is not. */
export const commandOf = (input: Inputs): Command => {
  const given = input('command');
  const command = commands.find((one) => one === given);
  if (command === undefined) throw new InputError(`the command is "${given}"; it can be ${commands.join(', ')}`);
  return command;
};

/** A switch, as YAML 1.2 writes it. InputError for other texts. */
export const switchOf = (input: Inputs, name: string): boolean => {
  const given = input(name).toLowerCase();
  if (!['', 'true', 'false'].includes(given))
    throw new InputError(`${name} is "${input(name)}"; it can be true or false`);
  return given !== 'false';
};

/** The words after `toscanini`. */
export const wordsOf = (command: Command, input: Inputs): readonly string[] => {
  if (command === 'check') return ['check', '--format', 'github', '--', ...lines(input('files') || '.')];
  const flag = command === 'plan' ? '--dry-run' : '--yes';
  const file = input('file');
  return ['up', flag, ...deploymentWords(input), ...(file === '' ? [] : ['--', file])];
};

/** As `toscanini up` calls it. */
export const deploymentName = (input: Inputs): string =>
  input('name') || basename(dirname(resolve(input('file') || 'template')));

const deploymentWords = (input: Inputs): readonly string[] => [
  ...['name', 'group'].flatMap((flag) => (input(flag) === '' ? [] : [`--${flag}`, input(flag)])),
  ...(input('inputs-file') === '' ? [] : ['--inputs', input('inputs-file')]),
  ...lines(input('inputs')).flatMap((pair) => ['--input', pair]),
  ...lines(input('labels')).flatMap((pair) => ['--label', pair]),
];

/** The service, and the audience of the job's token there, as the command line reads them. */
export const settingsOf = (input: Inputs): Readonly<Record<string, string>> => ({
  ...(input('url') !== '' && { TOSCANINI_URL: input('url') }),
  ...(input('audience') !== '' && { TOSCANINI_OIDC_AUDIENCE: input('audience') }),
});
