import type { Clock } from '../../foundation/clock.ts';
import type { FileLists } from './backfill-ports.ts';
import { matchesFile } from './file-expression.ts';
import { type File, mayTrigger, type Schedule } from './schedule.ts';

/** How long one count may take: API Gateway waits for 29 seconds. */
const longestMs = 15_000;

/** Most pages of a thousand names that one count reads. */
const mostPages = 200;

export interface FileCount {
  readonly scope: string;
  readonly prefix: string;
  /** how many files were looked at, and match the schedule */
  readonly files: number;
  readonly matching: number;
  /** false: there are more files after `lastName` */
  readonly complete: boolean;
  readonly lastName?: string;
}

export interface CountPorts {
  readonly clock: Clock;
  readonly fileLists: FileLists;
}

export interface Files {
  readonly scope: string;
  readonly prefix: string;
  readonly after?: string | undefined;
}

/** Counts the files that a backfill would look at, as far as one request can. NotFoundError, UnavailableError. */
export const countFiles = async (
  { clock, fileLists }: CountPorts,
  { fileExpression }: Pick<Schedule, 'fileExpression'>,
  { scope, prefix, after }: Files,
): Promise<FileCount> => {
  const until = clock.now().getTime() + longestMs;
  let lastName = after;
  let [files, matching, complete] = [0, 0, false];
  for (let pages = 0; pages < mostPages && !complete && clock.now().getTime() < until; pages += 1) {
    const page = await fileLists.page(scope, { prefix, after: lastName });
    files += page.files.length;
    matching += page.files.filter((file) => isMatch(fileExpression, file)).length;
    lastName = page.files.at(-1)?.name ?? lastName;
    complete = page.isLast;
  }
  return { scope, prefix, files, matching, complete, ...(lastName !== undefined && { lastName }) };
};

export const isMatch = (fileExpression: string, file: File): boolean =>
  mayTrigger(file) && matchesFile(fileExpression, file);
