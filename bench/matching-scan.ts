/**
 * Compares files with every schedule, with the service's own engine. A million compiled expressions do not fit into a
 * process. So each schedule is compared while its expression is in the service's cache of compiled ones, and the times are
 * added up.
 */

import { matchesFile } from '../src/domain/schedules/file-expression.ts';
import type { File, IndexedSchedule } from '../src/domain/schedules/schedule.ts';

/** fewer than the service's cache of compiled expressions holds */
const together = 1_000;

export interface Scan {
  readonly file: File;
  /** ids of the schedules that match */
  readonly found: string[];
}

/**
 * Takes the schedules one by one, as they are compiled; `scans` returns the results after the last one. Of each `blocks`
 * blocks of a thousand schedules it scans the first.
 */
export const scanOf = (files: readonly File[], blocks: number) => {
  const all = files.map((file): Scan => ({ file, found: [] }));
  const isScanned = (id: string): boolean => Math.floor(Number(id) / together) % blocks === 0;
  let held: IndexedSchedule[] = [];
  let taken = 0;
  const compare = (): void => {
    const began = process.threadCpuUsage();
    for (const { file, found } of all)
      for (const { id, fileExpression } of held) if (matchesFile(fileExpression, file)) found.push(id);
    const { user, system } = process.threadCpuUsage(began);
    taken += (user + system) / 1_000;
    held = [];
  };
  return {
    isScanned,
    add: (watch: IndexedSchedule): void => {
      if (!isScanned(watch.id)) return;
      held.push(watch);
      if (held.length === together) compare();
    },
    /** milliseconds of processor time of a file, without compiling; after `scans` */
    taken: (): number => taken / files.length,
    scans: (): readonly Scan[] => {
      compare();
      return all;
    },
  };
};
