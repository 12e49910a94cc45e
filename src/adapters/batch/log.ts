import type { JobDetail } from '@aws-sdk/client-batch';
import { resultsMark } from '../../domain/batch/command.ts';
import type { LogPart, ProviderLog } from '../../domain/deployers/log.ts';
import type { Json } from '../../tosca/topology.ts';
import { nodeOf } from './jobs.ts';
import { linesOf } from './log-events.ts';
import type { Session } from './session.ts';
import { eventsOf } from './status.ts';

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
  const outputs = await Promise.all(
    jobs
      .slice(0, mostJobs)
      .flatMap((job) => streamsOf(job).map((stream, index) => partOf(session, job, stream, index))),
  );
  const spoken = outputs.filter(({ text }) => text !== '');
  const parts = [{ name: 'jobs', title: '', text: happened.join('\n') }, ...outputs];
  return { parts, quotable: [...spoken.map(({ title, text }) => `${title}${text}`), ...happened.slice(-1)].join('\n') };
};

const partOf = async (session: Session, job: JobDetail, stream: string, index: number): Promise<LogPart> => {
  const node = nodeOf(job);
  const lines = (await linesOf(session, stream)).filter((line) => !line.startsWith(resultsMark));
  const attempt = index === 0 ? '' : `, attempt ${index + 1}`;
  return { name: `${job.jobId}-${index}`, title: `output of job ${node}${attempt}:\n`, text: lines.join('\n') };
};

/** What a job wrote to its file of results; null: nothing, or nothing that can be read. */
export const resultsOf = async (session: Session, job: JobDetail): Promise<Json> => {
  const stream = streamsOf(job).at(-1);
  if (stream === undefined) return null;
  const line = (await linesOf(session, stream)).findLast((one) => one.startsWith(resultsMark));
  if (line === undefined) return null;
  try {
    return JSON.parse(line.slice(resultsMark.length)) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};
