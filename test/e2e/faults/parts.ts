/** Work that is shared among processes: as many as there are processors, four at most. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Which of how many parts a process drives, e.g. `--part=0/2`. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

export const partOf = (text: string): Part => {
  const [index = 0, of = 1] = text.split('/').map(Number);
  return { index, of };
};

/** A process's own share. */
export const shareOf = <T>(all: readonly T[], { index, of }: Part): readonly T[] =>
  all.filter((_, at) => at % of === index);

/** Runs this file again, with the arguments and a part, in `most` processes at most; true when none of them failed. */
export const inParts = async <Message>(
  file: string,
  given: readonly string[],
  most: number,
  hear: (message: Message) => void,
): Promise<boolean> => {
  const count = Math.min(availableParallelism(), 4, most);
  const children = Array.from({ length: count }, (_, index) =>
    fork(file, [...given, `--part=${index}/${count}`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  for (const process of children) process.on('message', (message) => hear(message as Message));
  const codes = await Promise.all(children.map(ended));
  return codes.every((code) => code === 0);
};

const ended = async (process: ChildProcess): Promise<number | null> => {
  const [code, signal] = (await once(process, 'exit')) as [number | null, NodeJS.Signals | null];
  if (code !== 0) console.log(`a process of this run ended early: ${signal ?? `exit ${code}`}`);
  return code;
};

/** Drives a part in this process, and ends it. */
export const asPart = async <Message>(drive: (tell: (message: Message) => Promise<void>) => Promise<void>) => {
  process.once('disconnect', () => process.exit()); // nobody listens any more
  await drive(
    (message) => new Promise((sent) => process.send?.(message as object, undefined, undefined, () => sent())),
  );
  process.exit(); // connections of idle clients would keep it
};
