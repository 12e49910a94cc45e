import { setTimeout } from 'node:timers/promises';

/** Waits until a program has printed something. */
export const said = async (output: () => string, wanted: RegExp): Promise<void> => {
  while (!wanted.test(output())) await setTimeout(20);
};
