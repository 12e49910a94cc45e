/**
 * Runs the command line several times in one process, since most of the time of a short command is the start of its
 * process: `node in-turn.ts 'ls' 'show @last'`. Each command is the real one, with the arguments, the streams and the exit
 * code of this process. It has ended when nothing keeps the process alive any more, as if the process were its own.
 */

import { once } from 'node:events';

const commands = process.argv.slice(2);
const [node = '', script = ''] = process.argv;

/** Removes what the last command listened to: it would have gone with its process. */
const forget = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
};

const begin = async (command: string, number: number): Promise<void> => {
  process.stdout.write(`== ${command}\n`);
  process.argv = [node, script, ...command.split(' ')];
  process.exitCode = undefined;
  // with another query the module is evaluated again, and with it the whole command; what it imports is loaded once
  await import(`../../../cli/main.ts?${number}`);
  await once(process, 'beforeExit');
  process.stdout.write(`-- ${process.exitCode}\n`);
  forget();
};

for (const [number, command] of commands.entries()) await begin(command, number);
