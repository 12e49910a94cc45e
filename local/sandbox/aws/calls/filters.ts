/** EC2's filters. */

import { textOf, textsOf } from '../protocol/json.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import type { Thing } from '../world/place.ts';
import { bags, type Call } from './call.ts';

/** `*` and `?` stand for any characters, as in EC2's filters. */
const matches = (pattern: string, value: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  ).test(value);

export type Reader = (thing: Thing, call: Call) => readonly (string | undefined)[];

const tagReaders = (name: string): Reader | undefined => {
  if (name.startsWith('tag:')) return ({ tags }) => [tags[name.slice(4)]];
  return name === 'tag-key' ? ({ tags }) => Object.keys(tags) : undefined;
};

/** Throws InvalidParameterValue for a filter that is not known. */
export function filtered(
  call: Call,
  all: readonly Thing[],
  readers: { readonly [name: string]: Reader },
): readonly Thing[] {
  return bags(call, 'Filter').reduce((left: readonly Thing[], filter) => {
    const name = textOf(filter['Name']) ?? '';
    const read = readers[name] ?? tagReaders(name);
    if (!read) throw new AwsRefusal('InvalidParameterValue', `The filter '${name}' is invalid`);
    const wanted = textsOf(filter['Value']);
    return left.filter((thing) =>
      read(thing, call).some((value) => value !== undefined && wanted.some((one) => matches(one, value))),
    );
  }, all);
}
