/**
 * `npm run -s check -- [--graph] [--offline] [--format FORMAT] [--only-templates] FILE...`: processes service templates and prints one JSON line for each, so
 * that an editor or a pipeline can read it: {"file","ok","version","problems":[...]}, and "imports" when something other
 * than a file of the author answered an import. On a terminal it prints lines for people. With --graph it prints the
 * topologies as Mermaid instead, and the problems as lines on standard error. A folder means all templates in it, `-` means
 * standard input. Exit code 0: all are valid; 1: some are not; 2: wrong arguments.
 */
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { typesIn } from '../../src/adapters/files/types-folder.ts';
import { homeDirectory } from '../machine/home-directory.ts';
import { checkTemplates } from './check-templates.ts';

/** The types of a local installation: `.toscanini/types`. */
const ownTypes = typesIn(resolve(homeDirectory(), 'types'));

// the reader of the output may stop early: `check ... | head`
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// npm runs its scripts in the folder of package.json, but file names are relative to the folder where the user typed the
// command
const { INIT_CWD: typedIn, npm_lifecycle_event: script } = process.env;
if (script === 'check' && typedIn !== undefined) process.chdir(typedIn);

process.exitCode = await checkTemplates(process.argv.slice(2), {
  types: ownTypes,
  readInput: () => buffer(process.stdin),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  env: process.env,
});
