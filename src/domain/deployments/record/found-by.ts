/** What a search finds a deployment by, beside its own fields: docs/decisions/0094. */

import { addressesOf } from '../../resources/addresses.ts';
import type { Resource } from '../../resources/resource.ts';

/** Of the names of nodes, and as much of the addresses, in bytes: they stand in a record that every list reads. */
const mostBytes = 750;

/** The names of its nodes and the addresses of its machines, each once. Of very many the first ones. */
export const foundBy = (resources: readonly Pick<Resource, 'toscaNodeName' | 'metadata'>[]): readonly string[] => [
  ...firstOf(resources.map(({ toscaNodeName }) => toscaNodeName)),
  ...firstOf(resources.flatMap(addressesOf)),
];

const firstOf = (words: readonly string[]): readonly string[] => {
  let room = mostBytes;
  const fits = (word: string): boolean => {
    room -= Buffer.byteLength(word);
    return room >= 0;
  };
  return [...new Set(words)].filter(fits);
};
