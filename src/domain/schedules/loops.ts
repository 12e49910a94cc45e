/**
 * Schedules whose jobs write files that the schedule itself waits for: each result would start another job, without end, and
 * cost money.
 */

import type { Node, Topology } from '../../tosca/topology.ts';
import { isJob } from '../resources/job-types.ts';
import { completionOf, type stepsFor } from './expression-program.ts';
import { matchesFile } from './file-expression.ts';
import type { FileFacts } from './file-parameters.ts';
import { addressesIn, placeOf } from './s3-addresses.ts';
import { type File, mayTrigger, textOf } from './schedule.ts';

/** Whether a text may still be compared with the expression (stepsFor). */
type MayCompare = ReturnType<typeof stepsFor>;

/** The loops that a file of each of these buckets shows. */
const mostBuckets = 3;

/** Files that match, one of each bucket, to try a template with; at most three. */
export const matchingFiles = (
  expression: string,
  buckets: readonly string[],
  mayCompare: MayCompare,
): readonly FileFacts[] => {
  const found: FileFacts[] = [];
  for (const scope of buckets) {
    if (found.length === mostBuckets || !mayCompare(`${scope}:`)) break;
    const shortest = completionOf(expression, `${scope}:`);
    if (shortest === undefined) continue;
    const name = [`${shortest}file`, shortest].find((one) => matchesFile(expression, { scope, name: one }));
    if (name !== undefined) found.push(factsOf({ scope, name }));
  }
  return found;
};

const factsOf = ({ scope, name }: File): FileFacts => ({
  ...{ scope, name, url: `s3://${scope}/${name}` },
  ...{ bucket: scope, key: name, size: '1', version: 'first' },
});

export interface Loop {
  /** the node whose job writes there, or may */
  readonly node: string;
  /** without secrets */
  readonly address: string;
  /** true: whatever is written there starts another job */
  readonly isCertain: boolean;
}

/** A place that a node names. */
interface Named {
  readonly node: string;
  /** the text that has the address, such as a command */
  readonly text: string;
  readonly address: string;
}

/** Most addresses of a template that are compared. */
const mostAddresses = 50;

/** S3 takes no longer key, in bytes. */
const longestKey = 1_024;

/** Where the jobs for this file write, or may write, what the expression matches. `cleaned` removes secrets from a text. */
export const loopsFor = (
  expression: string,
  { nodes }: Topology,
  file: Pick<FileFacts, 'url'>,
  { mayCompare, cleaned }: { readonly mayCompare: MayCompare; readonly cleaned: (text: string) => string },
): readonly Loop[] => {
  const written = nodes.flatMap(writtenBy);
  const outputs = new Set(written.map(keyOf));
  // an address in a command or a variable may be read or written
  const mentioned = nodes.flatMap(mentionedBy).filter((one) => one.address !== file.url && !outputs.has(keyOf(one)));
  const all = [...new Map([...written, ...mentioned].map((one) => [keyOf(one), one])).values()];
  return all
    .slice(0, mostAddresses)
    .filter(({ address }) => isCaught(expression, address, mayCompare))
    .map((one) => ({
      ...{ node: one.node, address: shownAddress(one, cleaned) },
      isCertain: outputs.has(keyOf(one)) && catchesAll(expression, one.address, mayCompare),
    }));
};

const keyOf = ({ node, address }: Named): string => `${node} ${address}`;

const writtenBy = (node: Node): readonly Named[] => {
  const { output } = node.properties;
  return isJob(node) && typeof output === 'string' ? [{ node: node.name, text: output, address: output }] : [];
};

const mentionedBy = ({ name: node, properties, capabilities, interfaces, artifacts }: Node): readonly Named[] => {
  const { output: _, inputs: __, uris: ___, ...rest } = properties;
  return textsIn([rest, capabilities, interfaces, artifacts]).flatMap((text) =>
    addressesIn(text)
      .filter((one) => Buffer.byteLength(placeOf(one).name) <= longestKey)
      .map((address) => ({ node, text, address })),
  );
};

/** An address may be a part of a secret, which a cleaner that sees the address alone cannot know. */
const shownAddress = ({ text, address }: Named, cleaned: (text: string) => string): string =>
  cleaned(text).includes(address) ? address : 'an address that holds a secret';

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** A folder stands for everything that may be written there. */
const isFolder = ({ name }: File): boolean => name === '' || name.endsWith('/');

/** What is too much to compare may be caught. */
const isCaught = (expression: string, address: string, mayCompare: MayCompare): boolean => {
  const place = placeOf(address);
  if (!mayTrigger({ ...place, size: 1 })) return false;
  if (!mayCompare(textOf(place))) return true;
  return isFolder(place) ? completionOf(expression, textOf(place)) !== undefined : matchesFile(expression, place);
};

/** Names that have nothing in common. If all match, so does whatever else is written there. */
const names = ['result', 'a.csv', 'out/part-00001.json', 'X_1.ROOT', '0'];

const catchesAll = (expression: string, address: string, mayCompare: MayCompare): boolean => {
  const { scope, name } = placeOf(address);
  const written = isFolder({ scope, name }) ? names.map((one) => `${name}${one}`) : [name];
  return written.every((one) => mayCompare(`${scope}:${one}`) && matchesFile(expression, { scope, name: one }));
};
