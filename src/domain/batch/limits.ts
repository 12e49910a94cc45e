import type { Json } from '../../tosca/topology.ts';
import type { JobBlueprint } from './blueprint.ts';

/** Jobs that one job may wait for. */
const mostAwaited = 20;

/** Bytes of a definition. Roles, tags, resources and the names of members take less than the part that is kept for them. */
const mostBytes = 24 * 1024;
const othersBytes = 3 * 1024;

/** The same of a job that may be tried with more memory: its earlier tries, and which children of an array run again. */
const triesBytes = 2 * 1024;

interface Around {
  /** how many jobs it waits for */
  readonly awaited: number;
  /** the outputs of the template, which each definition holds */
  readonly outputs: readonly { readonly name: string; readonly value: Json }[];
}

/** What AWS Batch refuses only when the jobs before it run already, or when each provider was tried. */
export const limitReasons = (job: JobBlueprint, { awaited, outputs }: Around): readonly string[] => {
  const { environment, secrets, image, command = [], note = '' } = job;
  const names = [...Object.keys(environment), ...Object.keys(secrets)];
  const reserved = names.filter((name) => name.startsWith('AWS_BATCH'));
  const both = Object.keys(secrets).filter((name) => Object.hasOwn(environment, name));
  const held = [image, command, note, pairs(environment), pairs(secrets), JSON.stringify(outputs)];
  const bytes = Buffer.byteLength(JSON.stringify(held));
  const most = mostBytes - othersBytes - (job.mostMemory === undefined ? 0 : triesBytes);
  return [
    ...(awaited > mostAwaited
      ? [`waits for ${awaited} jobs, and AWS Batch takes ${mostAwaited}: use an array, or jobs between them`]
      : []),
    ...(names.includes('') ? ['has a variable without a name'] : []),
    ...(reserved.length > 0
      ? [`has variables whose names AWS Batch keeps for itself (${reserved.join(', ')}): none may begin with AWS_BATCH`]
      : []),
    ...(both.length > 0 ? [`has variables that are secrets too (${both.join(', ')}): name each once`] : []),
    ...(bytes > most
      ? [
          `has a command, variables and outputs of ${bytes} bytes (the command counts twice), and AWS Batch takes ${most}: put what is long into the image, or into S3 and the inputs`,
        ]
      : []),
  ];
};

const pairs = (values: { readonly [name: string]: string }) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));
