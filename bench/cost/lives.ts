import { type Lifetime, lifetime } from './lifetime.ts';
import { cases } from './report.ts';

/** Runs the lives of `cases`, one after the other. */
export const countedLives = async (): Promise<readonly Lifetime[]> => {
  const lives: Lifetime[] = [];
  for (const { bootSeconds } of cases) lives.push(await quietly(() => lifetime(bootSeconds)));
  return lives;
};

/** Runs `work` without the log lines of routes and steps. */
export const quietly = async <T>(work: () => Promise<T>): Promise<T> => {
  const log = console.log;
  console.log = () => {};
  try {
    return await work();
  } finally {
    console.log = log;
  }
};
