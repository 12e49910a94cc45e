import type { Node } from '../../tosca/topology.ts';
import { scalarUnit } from '../../tosca/values/units.ts';
import { bytesOf, listOf, numberOf, textOf } from '../deployers/asked.ts';
import { isJob } from '../resources/job-types.ts';
import type { AskedOf } from './asked-job.ts';
import { shellCommand } from './command.ts';
import { retryRules } from './retry-rules.ts';
import type { Used } from './unused.ts';

export const ownUses: Used = {
  properties: [
    ...['image', 'command', 'num_cpus', 'mem_size', 'num_gpus', 'disk_size', 'environment', 'secrets'],
    ...['timeout', 'retries', 'retry_rules', 'array_size', 'inputs', 'output', 'queue'],
  ],
  artifacts: [],
  capabilities: [],
};

/** A node of `toscanini.nodes.Job`. */
export const ownJob: AskedOf = (node, byName) => {
  const { properties } = node;
  const command = textOf(properties['command']);
  const inputs = listOf(properties['inputs']).flatMap((one) => textOf(one) ?? []);
  const output = textOf(properties['output']);
  const retrying = retryRules(properties['retry_rules']);
  const stages = inputs.length > 0 || output !== undefined;
  return {
    image: textOf(properties['image']),
    command: command === undefined ? undefined : shellCommand({ command, inputs, ...(output && { output }) }),
    cpus: numberOf(properties['num_cpus']),
    memory: bytesOf(properties['mem_size']),
    gpus: numberOf(properties['num_gpus']),
    disk: bytesOf(properties['disk_size']),
    environment: properties['environment'],
    secrets: properties['secrets'],
    retries: numberOf(properties['retries']),
    retryRules: retrying.rules,
    timeoutSeconds: secondsOf(properties['timeout']),
    arraySize: numberOf(properties['array_size']),
    queue: textOf(properties['queue']),
    note: command,
    after: afterOf(node, byName),
    reasons: [
      ...retrying.reasons,
      ...[...inputs, ...(output === undefined ? [] : [output])]
        .filter((address) => !/^s3:\/\/[^/]+\/./.test(address))
        .map((address) => `names ${JSON.stringify(address)}, which is no address in S3, such as s3://bucket/folder/`),
      ...(stages && command === undefined ? ['has inputs or an output and no command that could use them'] : []),
    ],
    warnings: [],
  };
};

const secondsOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? scalarUnit(value, 'scalar-unit.time') : undefined;

/** The jobs among the nodes that this one requires. */
export const afterOf = ({ name, requirements }: Node, byName: ReadonlyMap<string, Node>): readonly string[] => [
  ...new Set(
    requirements.flatMap(({ node: target }) => {
      const found = target === undefined || target === name ? undefined : byName.get(target);
      return found !== undefined && isJob(found) ? [found.name] : [];
    }),
  ),
];
