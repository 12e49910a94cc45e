import type { Node } from '../../tosca/topology.ts';
import { bytesOf, capabilityValues, listOf, mapOf, numberOf, textOf } from '../deployers/capability-values.ts';
import { imageOfArtifact } from '../deployers/container-image.ts';
import { shellCommand } from './command.ts';
import { afterOf } from './own-job.ts';
import type { JobReader } from './requested-job.ts';
import type { Used } from './unused.ts';

export const chronosUses: Used = {
  properties: [
    ...['command', 'uris', 'environment_variables', 'constraints', 'secrets', 'labels', 'schedule', 'description'],
    ...['retries', 'privileged'],
    // how late a repetition may be, and that an image is pulled each time, as Fargate does: nothing to do
    ...['epsilon', 'force_pull_image'],
  ],
  artifacts: ['image'],
  capabilities: [],
};

/** What the runtime that hosts a job may say. */
export const hostUses: Used = { properties: [], artifacts: [], capabilities: ['host', 'scalable'] };

/** A job of Chronos, as INDIGO's users write it: the size is that of the runtime that hosts it. */
export const chronosJob: JobReader = (node, byName) => {
  const { properties } = node;
  const host = hostOf(node, byName);
  const size = host === undefined ? {} : capabilityValues(host, 'host');
  const uris = listOf(properties['uris']).flatMap((one) => textOf(one) ?? []);
  const schedule = textOf(properties['schedule']);
  const after = afterOf(node, byName);
  const command = textOf(properties['command']) ?? '';
  const image = imageOfArtifact(mapOf(node.artifacts)['image']) ?? { why: noImage };
  return {
    ...('image' in image && { image: image.image }),
    command: shellCommand({ command, uris, inSandbox: true }),
    cpus: numberOf(size['num_cpus']),
    memory: bytesOf(size['mem_size']),
    gpus: numberOf(size['num_gpus']),
    disk: bytesOf(size['disk_size']),
    environment: properties['environment_variables'],
    secrets: properties['secrets'],
    retries: numberOf(properties['retries']),
    labels: properties['labels'],
    privileged: properties['privileged'] === true,
    note: textOf(properties['description']) ?? command,
    after,
    reasons: [
      ...('why' in image ? [image.why] : []),
      ...(schedule !== undefined && after.length > 0
        ? ['has a schedule and a parent_job: only one of them can start it']
        : []),
      ...(schedule !== undefined && after.length === 0 && !isOnce(schedule)
        ? [`is to run by the schedule ${schedule}: only a job that runs once, at once, can be a deployment`]
        : []),
    ],
    warnings: [
      ...listOf(size['volumes']).map(
        (one) => `mounts ${textOf(one) ?? 'a volume'}: the folder is the container's own, and is gone after its end`,
      ),
      ...(listOf(properties['constraints']).length > 0 ? ['has constraints on Mesos, which are ignored'] : []),
      ...(listOf(size['publish_ports']).length > 0 ? ['has publish_ports, and nobody can reach a job: ignored'] : []),
      ...(size['publish_all'] === true ? ['has publish_all, and nobody can reach a job: ignored'] : []),
      ...Object.entries(size).flatMap(([name, value]) =>
        value === null || hostProperties.includes(name) ? [] : [`asks its host for ${name}, which is ignored`],
      ),
      ...(host !== undefined && host.count > 1 ? [`has a host of ${host.count} instances, and runs once`] : []),
    ],
  };
};

const noImage = "has no artifact `image` with the container's image";

/** What the runtime of a container may be asked for. Containers of one network may always reach each other's ports. */
const hostProperties = [
  ...['num_cpus', 'mem_size', 'num_gpus', 'disk_size'],
  ...['volumes', 'publish_ports', 'publish_all', 'expose_ports'],
];

const hostOf = ({ requirements }: Node, byName: ReadonlyMap<string, Node>): Node | undefined => {
  const name = requirements.find((one) => one.name === 'host')?.node;
  return name === undefined ? undefined : byName.get(name);
};

/** `R1//PT1M` runs once, now. A schedule with a start may run later, and a deployment cannot wait for it. */
const isOnce = (schedule: string): boolean => /^R1\/\//.test(schedule);
