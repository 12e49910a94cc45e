import type { PropertyChange } from './planned-change.ts';
/** What a change of properties means for the thing that has them. */

import { type Bag, same } from '../protocol/json.ts';
import type { KnownRow } from '../rows/rows.ts';

export const recreationOf = ({ specification, replaces }: KnownRow, name: string): PropertyChange['recreation'] => {
  if (specification.always.includes(name) || replaces?.includes(name)) return 'Always';
  return specification.sometimes.includes(name) ? 'Conditionally' : 'Never';
};

export const changesOf = (row: KnownRow, before: Bag, after: Bag): readonly PropertyChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !same(before[name], after[name]))
    .map((name) => ({ name, before: before[name], after: after[name], recreation: recreationOf(row, name) }));

/** Properties that AWS's schema requires and misses, and those that it does not have. */
export const mistakesIn = ({ specification }: KnownRow, given: readonly string[]) => ({
  missing: specification.required.filter((name) => !given.includes(name)),
  strange: given.filter((name) => !specification.properties.includes(name)),
});

/** The mistakes of a resource in the words of its handler; undefined: none. */
export function refusedProperties(row: KnownRow, logicalId: string, given: readonly string[]): string | undefined {
  const { missing, strange } = mistakesIn(row, given);
  const lines = [
    ...missing.map((name) => `#: required key [${name}] not found`),
    ...strange.map((name) => `#: extraneous key [${name}] is not permitted`),
  ];
  if (lines.length === 0) return undefined;
  return `Properties validation failed for resource ${logicalId} with message:\n[${lines.join('\n')}]`;
}
