/** How jobs get on: each call first carries out what was due since the last one. */

import { randomUUID } from 'node:crypto';
import { type Bag, bagsOf, isBag, textOf, textsOf } from '../protocol/json.ts';
import type { Place } from '../world/place.ts';
import type { World } from '../world/world.ts';
import { isEnded, type JobAttempt, type JobDefinition, lostMachine, queues, type SandboxJob } from './job.ts';
import { objectsUrl } from './objects.ts';
import { secretsOf } from './secrets.ts';

/** Seconds in each status at the usual pace. */
const seconds = { SUBMITTED: 1, RUNNABLE: 5, STARTING: 20 } as const;

type Ground = { readonly world: World; readonly place: Place };

export const jobsOf = (place: Place): readonly SandboxJob[] => Object.values(place.jobs ?? {});

export const definitionOf = (place: Place, arn: string): JobDefinition | undefined => place.definitions?.[arn];

export const containerOf = ({ given }: JobDefinition): Bag => {
  const container = given['containerProperties'];
  return isBag(container) ? container : {};
};

export const dueAfter = (world: World, status: keyof typeof seconds, from = world.now()): number =>
  from + seconds[status] * 1_000 * world.pace;

/** Carries out what is due, until nothing is. */
export function advanceJobs(world: World, place: Place): void {
  const ground = { world, place };
  for (let moved = true; moved; ) {
    moved = false;
    for (const job of jobsOf(place)) if (!isEnded(job) && step(ground, job)) moved = true;
  }
}

function step(ground: Ground, job: SandboxJob): boolean {
  if (job.isTerminated !== true && ground.world.faults.onJob('queue-gone', ground.place, job.queue)) {
    terminate(ground, job, 'The job queue was deleted');
    return true;
  }
  if (job.size !== undefined) return stepOfArray(ground, job, job.size);
  const { world } = ground;
  if (job.status === 'RUNNING') return watch(ground, job);
  if (world.now() < job.dueAt) return false;
  switch (job.status) {
    case 'SUBMITTED':
      return enter(ground, job, 'PENDING', job.dueAt);
    case 'PENDING':
      return wait(ground, job);
    case 'RUNNABLE':
      if (isTooLarge(ground, job)) return block(ground, job, tooLarge);
      if (world.faults.onJob('no-capacity', ground.place, job.queue)) return false;
      return enter(ground, job, 'STARTING', dueAfter(world, 'STARTING', job.dueAt));
    default:
      return begin(ground, job);
  }
}

const tooLarge =
  'MISCONFIGURATION:JOB_RESOURCE_REQUIREMENT - The job resource requirement (vCPU/memory/GPU) is higher than that can be met by the CE(s) attached to the job queue.';

function isTooLarge({ place }: Ground, job: SandboxJob): boolean {
  const largest = queues.find(({ name }) => name === job.queue)?.largest;
  const definition = definitionOf(place, job.definition);
  if (largest === undefined || definition === undefined) return false;
  return bagsOf(containerOf(definition)['resourceRequirements']).some(
    (one) => Number(textOf(one['value'])) > (largest[textOf(one['type']) as keyof typeof largest] ?? 0),
  );
}

/** It waits at the head of its queue, and Batch says why. */
function block({ world, place }: Ground, job: SandboxJob, why: string): false {
  if (job.statusReason !== why) {
    job.statusReason = why;
    world.changed(place, job);
  }
  return false;
}

const enter = ({ world, place }: Ground, job: SandboxJob, status: SandboxJob['status'], dueAt: number): true => {
  job.status = status;
  job.dueAt = dueAt;
  world.changed(place, job);
  return true;
};

function wait(ground: Ground, job: SandboxJob): boolean {
  const before = job.dependsOn.flatMap((id) => ground.place.jobs?.[id] ?? []);
  if (before.some(({ status }) => status === 'FAILED')) return end(ground, job, 'FAILED', 'Dependent Job failed');
  if (!before.every(({ status }) => status === 'SUCCEEDED')) return false;
  return enter(
    ground,
    job,
    'RUNNABLE',
    dueAfter(ground.world, 'RUNNABLE', before.length === 0 ? job.dueAt : undefined),
  );
}

function begin(ground: Ground, job: SandboxJob): boolean {
  const { world, place } = ground;
  const definition = definitionOf(place, job.definition);
  if (!definition) throw new Error(`job ${job.id} has a definition that is not there`);
  const container = containerOf(definition);
  const attempt: JobAttempt = {
    startedAt: world.now(),
    logStream: `${definition.name}/default/${job.id.replaceAll(/[^a-z0-9]/g, '')}${job.attempts.length}`,
  };
  job.attempts.push(attempt);
  if (world.faults.onJob('no-image', place, job.queue))
    return notStarted(
      ground,
      job,
      `CannotPullContainerError: pull image manifest has been retried 1 time(s): ${String(container['image'])}: not found`,
    );
  const secrets = secretsOf(place, container);
  if (typeof secrets === 'string') return notStarted(ground, job, secrets);
  job.startedAt = attempt.startedAt;
  enter(ground, job, 'RUNNING', job.dueAt);
  const wrong = world.faults.onJob('architecture', place, job.queue);
  const isTooSmall = world.faults.onJob('out-of-memory', place, job.queue, {
    memory: memoryOf(container),
    ...(job.index !== undefined && { child: job.index }),
  });
  if (isTooSmall) attempt.reason = 'OutOfMemoryError: Container killed due to memory usage';
  const command = isTooSmall
    ? ['/bin/sh', '-c', 'exit 137']
    : wrong
      ? ['/bin/sh', '-c', 'echo "exec /bin/sh: exec format error" >&2; exit 255']
      : textsOf(container['command']);
  world.jobs.start(
    {
      stream: attempt.logStream,
      image: textOf(container['image']) ?? '',
      command,
      environment: {
        ...environmentOf(container),
        ...secrets,
        ...roleCredentials(ground, job, textOf(container['jobRoleArn'])),
        AWS_BATCH_JOB_ID: job.id,
        AWS_BATCH_JOB_ATTEMPT: String(job.attempts.length),
        AWS_BATCH_JQ_NAME: job.queue,
        ...(job.index !== undefined && { AWS_BATCH_JOB_ARRAY_INDEX: String(job.index) }),
      },
    },
    (code) => {
      if (!isEnded(job) && job.attempts.at(-1) === attempt && attempt.stoppedAt === undefined) {
        close(ground, job, code, attempt.statusReason ?? 'Essential container in task exited');
        world.saveJobs();
      }
    },
  );
  return true;
}

/** MiB */
const memoryOf = (container: Bag): number =>
  Number(
    bagsOf(container['resourceRequirements']).flatMap((one) =>
      textOf(one['type']) === 'MEMORY' ? (textOf(one['value']) ?? []) : [],
    )[0],
  );

/** What a container finds out about the role of its job; without a role it has no credentials. */
const roleCredentials = ({ world, place }: Ground, job: SandboxJob, role: string | undefined): Environment => {
  if (role === undefined || world.url === undefined) return {};
  const session = `${job.id.replaceAll(/[^a-z0-9]/g, '')}`;
  const [key, secret, token] = [`ASIA${randomUUID().slice(0, 8).toUpperCase()}`, randomUUID(), randomUUID()];
  const arn = role.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/');
  const expiresAt = world.now() + roleSeconds * 1_000;
  world.sessions.set(key, { account: place.account, arn: `${arn}/${session}`, token, expiresAt });
  return {
    AWS_ACCESS_KEY_ID: key,
    AWS_SECRET_ACCESS_KEY: secret,
    AWS_SESSION_TOKEN: token,
    AWS_REGION: place.region,
    AWS_ENDPOINT_URL_S3: objectsUrl(world.url),
  };
};

/** Containers ask for new ones before these end; a process of the sandbox cannot, so they last as long as its job may. */
const roleSeconds = 86_400 * 7;

type Environment = { readonly [name: string]: string };

const environmentOf = (container: Bag): { [name: string]: string } =>
  Object.fromEntries(
    bagsOf(container['environment']).map((one) => [textOf(one['name']) ?? '', textOf(one['value']) ?? '']),
  );

/** A process that runs: it may be out of time, or its machine gone, also with a restart of the sandbox. */
function watch({ world, place }: Ground, job: SandboxJob): boolean {
  const attempt = job.attempts.at(-1);
  if (!attempt || attempt.statusReason !== undefined) return false;
  const stop = (why: string): boolean => {
    attempt.statusReason = why;
    world.changed(place, job);
    if (world.jobs.isRunning(attempt.logStream)) world.jobs.kill(attempt.logStream);
    else close({ world, place }, job, undefined, why);
    return true;
  };
  if (!world.jobs.isRunning(attempt.logStream) || world.faults.onJob('host-lost', place, job.queue))
    return stop(lostMachine(job.queue));
  const limit = timeoutOf(definitionOf(place, job.definition));
  if (limit === undefined || world.now() - attempt.startedAt < limit * 1_000) return false;
  return stop('Job attempt duration exceeded timeout');
}

const timeoutOf = (definition: JobDefinition | undefined): number | undefined => {
  const timeout = definition?.given['timeout'];
  const value = isBag(timeout) ? timeout['attemptDurationSeconds'] : undefined;
  return value === undefined ? undefined : Number(value);
};

/** The container never ran: Batch says so of the attempt, and why of its container. */
function notStarted(ground: Ground, job: SandboxJob, reason: string): true {
  const attempt = job.attempts.at(-1);
  if (attempt) attempt.reason = reason;
  return close(ground, job, undefined, 'Task failed to start');
}

/** The end of an attempt: another one, or the end of the job. */
function close(ground: Ground, job: SandboxJob, code: number | undefined, statusReason: string): true {
  const { world, place } = ground;
  const attempt = job.attempts.at(-1);
  if (attempt) {
    attempt.stoppedAt = world.now();
    attempt.statusReason = statusReason;
    if (code !== undefined) attempt.exitCode = code;
  }
  if (job.isTerminated) return end(ground, job, 'FAILED', job.statusReason ?? statusReason);
  if (code === 0) return end(ground, job, 'SUCCEEDED', statusReason);
  if (/exceeded timeout/.test(statusReason) || !mayRetry(definitionOf(place, job.definition), job, attempt))
    return end(ground, job, 'FAILED', statusReason);
  return enter(ground, job, 'RUNNABLE', dueAfter(world, 'RUNNABLE'));
}

/** The first rule whose conditions all fit decides; what fits none is tried again. */
function mayRetry(
  definition: JobDefinition | undefined,
  job: SandboxJob,
  { statusReason, reason, exitCode }: Partial<JobAttempt> = {},
): boolean {
  const strategy = definition?.given['retryStrategy'];
  if (!isBag(strategy) || job.attempts.length >= Number(strategy['attempts'] ?? 1)) return false;
  const fits = (pattern: string | undefined, value = ''): boolean =>
    pattern === undefined || (pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern);
  const matching = bagsOf(strategy['evaluateOnExit']).find(
    (rule) =>
      fits(textOf(rule['onStatusReason']), statusReason) &&
      fits(textOf(rule['onReason']), reason) &&
      fits(textOf(rule['onExitCode']), exitCode === undefined ? undefined : String(exitCode)),
  );
  return matching === undefined || textOf(matching['action'])?.toUpperCase() === 'RETRY';
}

function end(ground: Ground, job: SandboxJob, status: 'SUCCEEDED' | 'FAILED', statusReason: string): true {
  job.statusReason = statusReason;
  job.stoppedAt = ground.world.now();
  return enter(ground, job, status, Number.POSITIVE_INFINITY);
}

/** The parent of an array has the state of its children. */
function stepOfArray(ground: Ground, parent: SandboxJob, size: number): boolean {
  const children = jobsOf(ground.place).filter((job) => job.parent === parent.id);
  const started = children.flatMap(({ startedAt }) => startedAt ?? []);
  if (parent.startedAt === undefined && started.length > 0) {
    parent.startedAt = Math.min(...started);
    ground.world.changed(ground.place, parent);
  }
  if (children.length < size || !children.every(isEnded)) {
    if (parent.status === 'SUBMITTED') return enter(ground, parent, 'PENDING', 0);
    return false;
  }
  const isGood = children.every(({ status }) => status === 'SUCCEEDED');
  return end(
    ground,
    parent,
    isGood ? 'SUCCEEDED' : 'FAILED',
    isGood ? 'Array Child Job succeeded' : 'Array Child Job failed',
  );
}

/** Ends a job for the caller. */
export function terminate(ground: Ground, job: SandboxJob, reason: string): void {
  if (isEnded(job)) return;
  job.isTerminated = true;
  job.statusReason = reason;
  ground.world.changed(ground.place, job);
  for (const child of jobsOf(ground.place)) if (child.parent === job.id) terminate(ground, child, reason);
  const stream = job.attempts.at(-1)?.logStream;
  if (job.status === 'RUNNING' && stream !== undefined && ground.world.jobs.isRunning(stream))
    ground.world.jobs.kill(stream);
  else end(ground, job, 'FAILED', reason);
}
