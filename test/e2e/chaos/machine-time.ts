/**
 * Time as the service has it. On a busy machine a process is ready to run and gets no processor, for most of a minute
 * maybe; a deadline on the clock would then say nothing about the service. So deadlines of this run count only the time
 * in which the service could run, or had nothing to do.
 */

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface MachineTime {
  /** milliseconds since the start, without those in which a process waited for a processor */
  now(): number;
  /** how much longer everything takes here than on an idle machine: 1 or more */
  slowness(): number;
  /** Resolves after so much of this time, or when the signal is aborted. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  stop(): void;
}

const stepMs = 250;

/** For a test: where the time and the waiting come from. */
export interface Sources {
  readonly clock: () => number;
  /** milliseconds that a process has waited since its start; undefined: it is gone, or the system does not say */
  readonly waited: (pid: number) => number | undefined;
}

/**
 * Linux counts for each thread how long it ran and how long it waited, in nanoseconds (Documentation/scheduler/sched-stats).
 * The file of a process has its main thread, in which all JavaScript runs.
 */
const waitedOnLinux = (pid: number): number | undefined => {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waited) / 1e6;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
};

const system: Sources = { clock: () => performance.now(), waited: waitedOnLinux };

/** `pids`: the processes that an answer needs, as they are just now. */
export const machineTime = (
  pids: () => readonly (number | undefined)[],
  { clock, waited }: Sources = system,
): MachineTime => {
  const began = clock();
  let last = began;
  let own = 0;
  const seen = new Map<number, number>();
  const read = (): number => {
    const now = clock();
    let lost = 0;
    for (const pid of pids()) {
      const total = pid === undefined ? undefined : waited(pid);
      if (pid === undefined || total === undefined) continue;
      lost += total - (seen.get(pid) ?? total);
      seen.set(pid, total);
    }
    own += Math.max(0, now - last - lost); // two may have waited at the same time
    last = now;
    return own;
  };
  read();
  const timer = setInterval(read, stepMs).unref();
  return {
    now: read,
    slowness: () => (read() > 0 ? Math.max(1, (last - began) / own) : 1),
    pause: async (milliseconds, signal) => {
      for (const until = read() + milliseconds; signal?.aborted !== true; ) {
        const left = until - read();
        if (left <= 0) return;
        await sleep(Math.min(left, stepMs));
      }
    },
    stop: () => clearInterval(timer),
  };
};
