import type { Json, Node } from '../../tosca/topology.ts';
import { gibibyte, mapOf } from '../deployers/capability-values.ts';
import { largestOfFargate } from '../deployers/fargate.ts';
import type { BatchOffer, JobQueue } from '../providers/batch-offer.ts';
import type { JobBlueprint, Judged } from './blueprint.ts';
import type { RequestedJob } from './requested-job.ts';
import { secretNotes } from './secret-notes.ts';
import { sizeAt } from './size.ts';

/** Seconds below which Batch takes no timeout. */
const leastTimeout = 60;

const mebibyte = 2 ** 20;
const leastMemory = 512 * mebibyte;
const leastDisk = 21;
const mostDisk = 200;

/** What a job becomes at a provider, or every reason why it cannot. */
export const jobBlueprint = (node: Node, requested: RequestedJob, offer: BatchOffer): Judged<JobBlueprint> => {
  const gpus = requested.gpus ?? 0;
  const largest = { ...requested, memory: Math.max(requested.memory ?? leastMemory, requested.mostMemory ?? 0) };
  const chosen = queueFor(largest, offer, gpus);
  const image = requested.image ?? offer.image;
  const reasons = [
    ...requested.reasons,
    ...('why' in chosen ? [chosen.why] : []),
    ...(image === undefined ? ['names no image, and the provider has none for such jobs'] : []),
  ];
  if ('why' in chosen || image === undefined) return { reasons, warnings: requested.warnings };
  const platform = chosen.platform ?? 'FARGATE';
  const size = sizeOf(requested, platform);
  const most = sizeOf(largest, platform);
  const disk = diskOf(requested, platform);
  const missing = platform === 'FARGATE' ? missingAtFargate(requested, { size, most, disk }, offer) : [];
  const all = [...reasons, ...missing];
  if (all.length > 0 || size === undefined) return { reasons: all, warnings: requested.warnings };
  const onFargate = platform === 'FARGATE';
  const made: JobBlueprint = {
    node: node.name,
    queue: chosen.name,
    platform,
    architecture: chosen.architecture === 'arm64' ? 'ARM64' : 'X86_64',
    image,
    ...(requested.command && { command: requested.command }),
    cpus: String(size.cpus),
    memory: size.memory,
    ...(most !== undefined && most.memory > size.memory && { mostMemory: most.memory }),
    ...(gpus > 0 && { gpus }),
    ...(disk !== undefined && { disk: Math.max(leastDisk, disk) }),
    environment: textsOf(requested.environment),
    secrets: textsOf(requested.secrets),
    attempts: Math.min(10, (requested.retries ?? 0) + 1),
    ...(requested.retryRules?.length && { retryRules: requested.retryRules }),
    ...(requested.timeoutSeconds !== undefined && {
      timeoutSeconds: Math.max(leastTimeout, Math.ceil(requested.timeoutSeconds)),
    }),
    ...(requested.arraySize !== undefined && { arraySize: requested.arraySize }),
    labels: textsOf(requested.labels),
    ...(requested.privileged === true && !onFargate && { privileged: true as const }),
    ...(offer.executionRoleArn && { executionRoleArn: offer.executionRoleArn }),
    ...(offer.jobRoleArn && { jobRoleArn: offer.jobRoleArn }),
    publicAddress: onFargate && offer.publicAddresses !== false,
    after: requested.after,
    ...(requested.note !== undefined && { note: requested.note }),
  };
  return {
    made,
    reasons: [],
    warnings: [
      ...requested.warnings,
      ...limited(requested, { onFargate, hasMore: made.mostMemory !== undefined }),
      ...secretNotes(made.secrets),
    ],
  };
};

type Size = ReturnType<typeof sizeOf>;

/** What Fargate does not give, or cannot without a role. */
const missingAtFargate = (
  { cpus, memory, mostMemory }: RequestedJob,
  { size, most, disk }: { readonly size: Size; readonly most: Size; readonly disk: number | undefined },
  { executionRoleArn }: BatchOffer,
): readonly string[] => {
  const more = `, and Fargate has at most ${largestOfFargate}: ask for less, or for a queue of machines (platform EC2)`;
  return [
    ...(size === undefined ? [`asks for ${cpus} vCPUs and ${mib(memory)} MiB${more}`] : []),
    ...(size !== undefined && most === undefined ? [`may get ${mib(mostMemory)} MiB (max_mem_size)${more}`] : []),
    ...(executionRoleArn === undefined
      ? ['needs a role that starts containers, and the configuration names no executionRoleArn']
      : []),
    ...(disk !== undefined && disk > mostDisk ? [`asks for a disk of ${disk} GiB, and Fargate gives ${mostDisk}`] : []),
  ];
};

const mib = (bytes: number | undefined): number => Math.ceil((bytes ?? 0) / mebibyte);

const sizeOf = ({ cpus = 0.25, memory = leastMemory }: RequestedJob, platform: 'FARGATE' | 'EC2') =>
  sizeAt({ cpus, memory: mib(memory) }, platform);

const diskOf = ({ disk }: RequestedJob, platform: 'FARGATE' | 'EC2'): number | undefined =>
  disk === undefined || platform === 'EC2' ? undefined : Math.ceil(disk / gibibyte);

const queueFor = (
  requested: RequestedJob,
  { queues }: BatchOffer,
  gpus: number,
): JobQueue | { readonly why: string } => {
  const { queue } = requested;
  const names = queues.map(({ name }) => name).join(', ');
  const fitting = queues.filter((one) => gpus === 0 || one.gpus === true);
  if (fitting.length === 0) return { why: `asks for ${gpus} GPUs, and no job queue has any (${names})` };
  if (queue === undefined) return firstFor(requested, fitting) ?? { why: 'finds no job queue' };
  const named = queues.find(({ name }) => name === queue || name.endsWith(`/${queue}`));
  if (named === undefined)
    return { why: `asks for job queue ${queue}, and there ${queues.length === 1 ? 'is' : 'are'} ${names}` };
  const withGpus = fitting.map(({ name }) => name).join(', ');
  return fitting.includes(named)
    ? named
    : { why: `asks for ${gpus} GPUs in job queue ${queue}, which has none: those with GPUs are ${withGpus}` };
};

/** What is too large for Fargate goes to machines. Those with GPUs cost many times as much. */
const firstFor = (requested: RequestedJob, fitting: readonly JobQueue[]): JobQueue | undefined =>
  fitting.find(
    ({ platform = 'FARGATE', gpus }) =>
      sizeOf(requested, platform) !== undefined && (gpus !== true || (requested.gpus ?? 0) > 0),
  ) ?? fitting[0];

/** Numbers and booleans of a template are texts in an environment. */
const textsOf = (value: Json | undefined): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(mapOf(value)).flatMap(([name, one]) =>
      one === null ? [] : [[name, typeof one === 'string' ? one : JSON.stringify(one)]],
    ),
  );

/** Batch takes 50 tags, and some are this service's own (src/adapters/batch/definition.ts). */
const mostLabels = 40;

const labelLimits = (labels: Json | undefined): readonly string[] => {
  const names = Object.keys(mapOf(labels));
  const reserved = names.filter((name) => /^(aws|toscanini):/i.test(name));
  const usable = names.length - reserved.length;
  return [
    ...reserved.map((name) => `has the label ${name}, whose prefix is reserved: ignored`),
    ...(usable > mostLabels ? [`has ${usable} labels, and gets the first ${mostLabels}: AWS takes no more tags`] : []),
  ];
};

const limited = (
  { retries = 0, retryRules = [], disk, timeoutSeconds, privileged, labels, mostMemory }: RequestedJob,
  { onFargate, hasMore }: { readonly onFargate: boolean; readonly hasMore: boolean },
): readonly string[] => [
  ...(retries === 0 && retryRules.length > 0
    ? ['has retry_rules and no retries: it is tried once, and again only for a lost machine']
    : []),
  ...(mostMemory !== undefined && !hasMore
    ? [`has max_mem_size, ${mib(mostMemory)} MiB, which is no more than it begins with: it gets no more memory`]
    : []),
  ...(retries > 9 ? [`asks for ${retries} retries, and gets 9, the most that Batch makes`] : []),
  ...(timeoutSeconds !== undefined && timeoutSeconds < leastTimeout
    ? [`asks for a timeout of ${timeoutSeconds} seconds, and gets ${leastTimeout}, the least that Batch takes`]
    : []),
  ...(disk !== undefined && !onFargate
    ? ['asks for a disk (disk_size), which a queue of machines does not give: ignored']
    : []),
  ...labelLimits(labels),
  ...(privileged === true && onFargate ? ['asks to be privileged, which Fargate does not allow: ignored'] : []),
];
