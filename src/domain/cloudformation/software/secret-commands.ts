import { gzipSync } from 'node:zlib';
import type { SecretInput } from './secret-inputs.ts';
import { secretReader } from './secret-reader.ts';

/** It needs no packages of the machine, and finding them takes a third of its start. */
const reader = 'python3 -IS "$secrets/reader.py"';

/**
 * Lines of a command that fetch its secret inputs into a folder in memory, which goes with the command, and a `show` that
 * masks them. Nothing for a step without one.
 */
export const fetchingSecrets = (secrets: readonly SecretInput[]): readonly string[] =>
  secrets.length === 0
    ? []
    : [
        'command -v python3 > /dev/null || { echo "this machine has no python3, with which it reads the secret inputs of operations: use an image that has it" >&2; exit 1; }',
        'memory=/dev/shm; [ -d "$memory" ] && [ -w "$memory" ] || memory=$home',
        // what a command that was killed has left: nobody else is here while it holds the lock of this folder
        'own=$memory/toscanini.$(stat -c %i "$home") && rm -rf "$own".*',
        'secrets=$(mktemp -d "$own.XXXXXXXX") || exit 1',
        'trap \'rm -rf "$secrets"\' EXIT',
        `echo ${gzipSync(secretReader).toString('base64')} | base64 -d | gzip -dc > "$secrets/reader.py" || exit 1`,
        // names only: arguments are seen by everybody on the machine
        `${reader} fetch "$secrets" ${secrets.map(({ input, parameter }) => `${input}=${parameter}`).join(' ')} || exit 1`,
        `show() { ${reader} show "$secrets" "$work/stdout" 20000 "$work/stderr" 7500; }`,
      ];

/** A shell drops line breaks at the end of what a command prints, so that one more character guards them. */
export const exported = (input: string): string =>
  `${input}=$(cat "$secrets/values/${input}"; printf x); export ${input}="\${${input}%x}"`;

/** The inputs of a playbook with the secret ones, in memory. */
export const mergedInputs = `${reader} merge "$secrets" toscanini-inputs.json`;
