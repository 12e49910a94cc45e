import type { Node } from '../../tosca/topology.ts';
import { scalarUnit } from '../../tosca/values/units.ts';
import { bytesOf, listOf, numberOf, textOf } from '../deployers/capability-values.ts';
import { isJob } from '../resources/job-types.ts';
import { shellCommand } from './command.ts';
import type { JobReader } from './requested-job.ts';
import { mostRulesWithMemory, retryRules } from './retry-rules.ts';
import type { Used } from './unused.ts';

export const ownUses: Used = {
  properties: [
    ...['image', 'command', 'num_cpus', 'mem_size', 'max_mem_size', 'num_gpus', 'disk_size', 'environment', 'secrets'],
    ...['timeout', 'retries', 'retry_rules', 'array_size', 'inputs', 'output', 'queue'],
  ],
  artifacts: [],
  capabilities: [],
};

/** A node of `toscanini.nodes.Job`. */
export const ownJob: JobReader = (node, byName) => {
  const { properties } = node;
  const command = textOf(properties['command']);
  const inputs = listOf(properties['inputs']).flatMap((one) => textOf(one) ?? []);
  const output = textOf(properties['output']);
  const retrying = retryRules(properties['retry_rules']);
  const mostMemory = bytesOf(properties['max_mem_size']);
  const arraySize = numberOf(properties['array_size']);
  const script = {
    inputs,
    ...(output && { output }),
    ...(mostMemory !== undefined && arraySize !== undefined && { inPart: true as const }),
  };
  const stages = inputs.length > 0 || output !== undefined;
  return {
    image: textOf(properties['image']),
    command: command === undefined ? undefined : shellCommand({ command, ...script }),
    cpus: numberOf(properties['num_cpus']),
    memory: bytesOf(properties['mem_size']),
    mostMemory,
    gpus: numberOf(properties['num_gpus']),
    disk: bytesOf(properties['disk_size']),
    environment: properties['environment'],
    secrets: properties['secrets'],
    retries: numberOf(properties['retries']),
    retryRules: retrying.rules,
    timeoutSeconds: secondsOf(properties['timeout']),
    arraySize,
    queue: textOf(properties['queue']),
    note: command,
    after: afterOf(node, byName),
    reasons: [
      ...retrying.reasons,
      ...(mostMemory !== undefined && retrying.rules.length > mostRulesWithMemory
        ? [`has ${retrying.rules.length} retry_rules, and may have ${mostRulesWithMemory} beside max_mem_size`]
        : []),
      ...(script.inPart && command === undefined
        ? [
            'has array_size, max_mem_size and no command: only a command can be told which children run again, so give one or leave max_mem_size out',
          ]
        : []),
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
