import type { Json } from '../topology.ts';
import type { YamlNode } from '../yaml/node.ts';
import { wholeNumber } from './exact-json.ts';

export const expectedRange = 'a range: a list of two integers, the lower one first';

/** A list of two integers, of which the second may be UNBOUNDED; undefined: the node is none. */
export function readRange(node: YamlNode): Json | undefined {
  const bounds = node.kind === 'sequence' ? node.items.map((item) => (item.kind === 'scalar' ? item.text : '')) : [];
  const [low = '', high = ''] = bounds;
  const good = bounds.length === 2 && bounds.every((bound) => /^-?\d+$|^UNBOUNDED$/.test(bound));
  if (!good || (high !== 'UNBOUNDED' && wholeNumber(low) > wholeNumber(high))) return undefined;
  return Object.freeze([boundOf(low), boundOf(high)]);
}

const boundOf = (text: string): Json => (text === 'UNBOUNDED' ? text : wholeNumber(text));
