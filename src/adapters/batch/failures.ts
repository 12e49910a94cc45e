import type { JobDetail } from '@aws-sdk/client-batch';
import { childrenOf, nodeOf, queueNameOf } from './jobs.ts';
import { linesOf } from './log-events.ts';
import type { Session } from './session.ts';
import { containerReason, isDependent, isOutOfMemory, memoryOf, placeOf, tryOf } from './tries.ts';

export interface Failure {
  readonly reason: string;
  /** absent: the provider's */
  readonly blame?: 'work';
}

/** Why the jobs of an infrastructure failed; undefined: none has failed. */
export const failureIn = async (session: Session, jobs: readonly JobDetail[]): Promise<Failure | undefined> => {
  const failed = firstFailure(jobs);
  if (failed === undefined) return undefined;
  // an array has no exit code and no output: its first child that failed says why
  const child = (await childrenOf(session, failed)).find(({ status }) => status === 'FAILED');
  const job = child ?? failed;
  const isForOtherHardware = await isForOtherMachines(session, job);
  const own = isForOtherHardware ? otherHardware(job) : (withoutSecret(job) ?? `${failureOf(job)}${adviceFor(job)}`);
  const reason = child === undefined ? own : `${failureOf(failed)}; child ${placeOf(child)}: ${own}`;
  return { reason, ...(!isForOtherHardware && isWorks(job) && { blame: 'work' as const }) };
};

/** Not a job that failed only because one that it waited for did. */
const firstFailure = (jobs: readonly JobDetail[]): JobDetail | undefined => {
  const failed = jobs.filter(({ status }) => status === 'FAILED');
  return failed.find((job) => !isDependent(job)) ?? failed[0];
};

export const exitCodeOf = ({ container, attempts = [] }: JobDetail): number | undefined =>
  container?.exitCode ?? attempts.at(-1)?.container?.exitCode;

const withExitCode = (job: JobDetail): string => {
  const code = exitCodeOf(job);
  return `job ${nodeOf(job)} failed${code === undefined ? '' : ` with exit code ${code}`}`;
};

export const failureOf = (job: JobDetail): string => {
  const why = [job.statusReason, containerReason(job)].filter((one) => one !== undefined);
  const tries = (job.attempts?.length ?? 0) > 1 ? ` after ${job.attempts?.length} attempts` : '';
  const size = job.arrayProperties?.statusSummary?.['FAILED'];
  const children = size === undefined ? '' : ` (${size} of ${job.arrayProperties?.size} children failed)`;
  return `${withExitCode(job)}${tries}${children}: ${[...new Set(why)].join('; ') || 'Batch gives no reason'}`;
};

/** Exit codes that shells and the kernel give, not the program. */
const meanings: { readonly [code: number]: string } = {
  126: 'the command could not be executed: it must be executable',
  127: 'a command was not found: name one that is in the image, or another image',
  137: 'it was killed, mostly because it needs more memory: ask for more (mem_size)',
};

/**
 * What to do where ECS could not read a secret, which it does before it starts a container [Amazon ECS developer guide, "Stopped
 * tasks error messages"]. It comes before the words of ECS, which are long and are cut in lists.
 */
const withoutSecret = (job: JobDetail): string | undefined => {
  const said = containerReason(job) ?? '';
  if (!/unable to retrieve secrets? from (asm|ssm)|failed to fetch secret|invalid ssm parameters/i.test(said))
    return undefined;
  const advice = secretAdvice(said);
  return advice && `job ${nodeOf(job)} did not start: ${advice} (${said})`;
};

const secretAdvice = (said: string): string | undefined => {
  const [, name] = /(?:fetch secret|parameters:|on resource:) *(\S+)/i.exec(said) ?? [];
  const secret = name === undefined ? 'a secret that the property secrets names' : `the secret ${name}`;
  if (/ResourceNotFound|ParameterNotFound|invalid (ssm )?parameters/i.test(said))
    return `${secret} is not there: make it in this account and region, or correct its ARN in the property secrets`;
  if (/AccessDenied/i.test(said))
    return `the execution role of the provider has to be able to read ${secret}: that of the installation reads names that begin with toscanini-containers/`;
  if (/json key/i.test(said)) return `${secret} lacks the member that its ARN in the property secrets names after it`;
  if (/connection issue|deadline exceeded|i\/o timeout/i.test(said))
    return `its network has no way to ${secret}: the operator has to give the subnets of the queue a way to the internet, or endpoints`;
  return undefined;
};

const memoryAdvice = (job: JobDetail): string =>
  tryOf(job) > 1
    ? `${memoryOf(job)} MiB were not enough either, which is all that it may get: give it more (max_mem_size)`
    : `it needs more than its ${memoryOf(job)} MiB: ask for more (mem_size), or let it get more when it needs it (max_mem_size)`;

const adviceFor = (job: JobDetail): string => {
  const said = `${job.statusReason ?? ''} ${containerReason(job) ?? ''}`;
  const seconds = job.timeout?.attemptDurationSeconds;
  if (/exceeded timeout/i.test(said) && seconds !== undefined)
    return ` (of ${seconds} seconds): give it more time, or more processors`;
  if (/CannotPullContainer/.test(said))
    return ': does this image exist, and may the execution role of the provider fetch it?';
  if (isOutOfMemory(containerReason(job))) return ` (${memoryAdvice(job)})`;
  const meaning = meanings[exitCodeOf(job) ?? 0];
  return meaning === undefined ? '' : ` (${meaning})`;
};

/**
 * Whether the work failed, as it would anywhere: its container has run and has ended by itself, or ran out of its time, or
 * somebody has ended the job, who would not want it to run in another queue.
 * An image that cannot be pulled or started, a machine that was lost and a queue that is gone are the provider's fault.
 */
const isWorks = (job: JobDetail): boolean => {
  const { statusReason = '' } = job;
  if (/exceeded timeout/i.test(statusReason)) return true;
  if (providers.test(`${statusReason} ${containerReason(job) ?? ''}`)) return false;
  if (job.isTerminated === true || job.isCancelled === true) return true;
  return exitCodeOf(job) !== undefined || job.arrayProperties?.statusSummary !== undefined;
};

const providers =
  /exec format error|Cannot(Pull|Start|Create|Inspect)Container|ContainerRuntime(Timeout)?Error|DockerTimeoutError|ResourceInitialization|network interface provisioning|Host EC2|Spot Task was interrupted|OutOfMemoryError: Host|platform|JobStateTimeLimit|queue was deleted/i;

/**
 * Whether the image is for another processor architecture. Batch does not say so: the container ends with a code of its
 * runtime, whose message is the last line of the output. A shell that finds a wrong program begins its message otherwise.
 */
const isForOtherMachines = async (session: Session, job: JobDetail): Promise<boolean> => {
  const stream = job.container?.logStreamName ?? job.attempts?.at(-1)?.container?.logStreamName;
  if (stream === undefined || !runtimesOwn.has(exitCodeOf(job) ?? 0)) return false;
  return /^(exec |standard_init_linux).*exec format error"?$/.test((await linesOf(session, stream)).at(-1) ?? '');
};

const runtimesOwn: ReadonlySet<number> = new Set([1, 126, 255]);

const otherHardware = (job: JobDetail): string =>
  `${withExitCode(job)}: image ${job.container?.image ?? ''} is for another processor architecture than job queue ${queueNameOf(job)} (exec format error): name an image for that architecture, or a queue for this image`;
