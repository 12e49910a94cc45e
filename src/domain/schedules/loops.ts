/**
 * Schedules whose jobs write files that the schedule itself waits for: each result would start another job, without end, and
 * cost money.
 */

import type { Topology } from '../../tosca/topology.ts';
import { isJob } from '../resources/job-types.ts';
import { completionOf } from './expression-program.ts';
import { matchesFile } from './file-expression.ts';
import type { FileFacts } from './file-parameters.ts';
import { type File, mayTrigger, textOf } from './schedule.ts';

/** Files that match, one of each bucket, to try a template with. */
export const matchingFiles = (expression: string, buckets: readonly string[]): readonly FileFacts[] =>
  buckets.flatMap((scope) => {
    const shortest = completionOf(expression, `${scope}:`);
    const name = [`${shortest}file`, shortest ?? ''].find((one) => matchesFile(expression, { scope, name: one }));
    return shortest === undefined || name === undefined ? [] : [factsOf({ scope, name })];
  });

const factsOf = ({ scope, name }: File): FileFacts => ({
  ...{ scope, name, url: `s3://${scope}/${name}` },
  ...{ bucket: scope, key: name, size: '1', version: 'first' },
});

export interface Loop {
  /** the node whose job writes there, or may */
  readonly node: string;
  readonly address: string;
  /** true: whatever is written there starts another job */
  readonly isCertain: boolean;
}

/** Where the jobs for this file write, or may write, what the expression matches. */
export const loopsFor = (expression: string, { nodes }: Topology, file: Pick<FileFacts, 'url'>): readonly Loop[] =>
  nodes.flatMap((node) => {
    const { name, properties, ...others } = node;
    const { output, inputs: _, uris: __, ...rest } = properties;
    const written = isJob(node) && typeof output === 'string' ? [output] : [];
    // an address in a command or a variable may be read or written
    const mentioned = textsIn([rest, others.capabilities, others.interfaces, others.artifacts])
      .flatMap((text) => text.match(address) ?? [])
      .filter((one) => one !== file.url && !written.includes(one));
    return [
      ...written
        .filter((one) => isCaught(expression, one))
        .map((one) => ({ one, isCertain: catchesAll(expression, one) })),
      ...[...new Set(mentioned)].filter((one) => isCaught(expression, one)).map((one) => ({ one, isCertain: false })),
    ].map(({ one, isCertain }) => ({ node: name, address: one, isCertain }));
  });

/** `s3a` and `s3n` are names of the same in Hadoop's programs. */
const address = /s3[an]?:\/\/[^/\s'"]+\/[^\s'"`;|&<>()]*/g;

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const placeOf = (address: string): File => {
  const [, scope = '', name = ''] = /^s3[an]?:\/\/([^/]*)\/(.*)$/s.exec(address) ?? [];
  return { scope, name };
};

/** A folder stands for everything that may be written there. */
const isFolder = ({ name }: File): boolean => name === '' || name.endsWith('/');

const isCaught = (expression: string, address: string): boolean => {
  const place = placeOf(address);
  if (!mayTrigger({ ...place, size: 1 })) return false;
  return isFolder(place) ? completionOf(expression, textOf(place)) !== undefined : matchesFile(expression, place);
};

/** Names that have nothing in common. If all match, so does whatever else is written there. */
const names = ['result', 'a.csv', 'out/part-00001.json', 'X_1.ROOT', '0'];

const catchesAll = (expression: string, address: string): boolean => {
  const { scope, name } = placeOf(address);
  const written = isFolder({ scope, name }) ? names.map((one) => `${name}${one}`) : [name];
  return written.every((one) => matchesFile(expression, { scope, name: one }));
};
