import type { JobDetail } from '@aws-sdk/client-batch';
import { resultsMark } from '../../domain/batch/command.ts';
import type { LogPart, ProviderLog } from '../../domain/deployers/log.ts';
import { ProviderFailedError, ProviderUnavailableError } from '../../foundation/errors.ts';
import type { Json } from '../../tosca/topology.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { childrenOf, nodeOf } from './jobs.ts';
import { lastLineOf, linesOf, mostPages } from './log-events.ts';
import type { Session } from './session.ts';
import { eventsOf } from './status.ts';
import { placeOf, tryOf } from './tries.ts';

/** Most jobs whose output is copied: the log of a deployment is for people. */
const mostJobs = 20;

/** Log streams of a job, the first attempt first. */
const streamsOf = ({ attempts = [], container }: JobDetail): readonly string[] => [
  ...new Set(
    [...attempts.map((one) => one.container?.logStreamName), container?.logStreamName].flatMap((one) => one ?? []),
  ),
];

/** One part says what happened to the jobs, and one for each attempt has its output. */
export const logOf = async (session: Session, jobs: readonly JobDetail[]): Promise<ProviderLog> => {
  const happened = eventsOf(jobs).map(({ at, message }) => `${at} ${message}`);
  const shown = await Promise.all(
    jobs.slice(0, mostJobs).map(async (job) => [job, ...(await childrenOf(session, job))]),
  );
  // of the jobs and not of their streams, whose number grows: a part that got shorter would be copied again
  const pages = Math.max(1, Math.floor(mostPages / shown.length));
  const outputs = await Promise.all(
    shown
      .flat()
      .flatMap((job) => streamsOf(job).map((stream, index) => partOf(session, job, { stream, index, pages }))),
  );
  const spoken = outputs.filter(({ text }) => text !== '');
  const parts = [{ name: 'jobs', title: '', text: happened.join('\n') }, ...outputs];
  return { parts, quotable: [...spoken.map(({ title, text }) => `${title}${text}`), ...happened.slice(-1)].join('\n') };
};

interface Stream {
  readonly stream: string;
  /** place among those of its job */
  readonly index: number;
  /** how much of it is read */
  readonly pages: number;
}

const partOf = async (session: Session, job: JobDetail, { stream, index, pages }: Stream): Promise<LogPart> => {
  const node = nodeOf(job);
  const lines = (await linesOf(session, stream, pages)).flatMap((line) =>
    line.startsWith(resultsMark) ? unreadable(line) : [line],
  );
  const child = placeOf(job) === undefined ? '' : `, child ${placeOf(job)}`;
  const nth = tryOf(job) === 1 ? '' : `, try ${tryOf(job)}`;
  const attempt = index === 0 ? '' : `, attempt ${index + 1}`;
  return {
    name: `${job.jobId}-${index}`,
    title: `output of job ${node}${child}${nth}${attempt}:\n`,
    text: lines.join('\n'),
  };
};

const mostShown = 200;

/** Results are the values of outputs. Only those that are none are shown. */
const unreadable = (line: string): readonly string[] => {
  const written = line.slice(resultsMark.length);
  if (parsed(written) !== undefined) return [];
  return [`toscanini: the file of results is no JSON, so it gives outputs no value: ${written.slice(0, mostShown)}`];
};

/** undefined: it is no JSON */
const parsed = (text: string): Json | undefined => {
  try {
    return parseExactly(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** The end of an output may come to CloudWatch so long after the end of its job. */
const lateMs = 20_000;

/**
 * What a job wrote to its file of results; null: nothing. ProviderUnavailableError while that may still come;
 * ProviderFailedError when it is no JSON: the log and the timeline
 * of the deployment then say so.
 */
export const resultsOf = async (session: Session, job: JobDetail, now: Date): Promise<Json> => {
  const stream = streamsOf(job).at(-1);
  if (stream === undefined) return null;
  const line = await lastLineOf(session, stream, resultsMark);
  if (line === undefined) {
    const mayCome = job.stoppedAt !== undefined && now.getTime() - job.stoppedAt < lateMs;
    if (!mayCome) return null;
    throw new ProviderUnavailableError(`the end of the output of job ${nodeOf(job)} may not be in CloudWatch Logs yet`);
  }
  const results = parsed(line.slice(resultsMark.length));
  if (results !== undefined) return results;
  throw new ProviderFailedError(`job ${nodeOf(job)} wrote a file of results that is no JSON; its log shows it`);
};
