/** What a change of properties means for the thing that has them. */

import { type Bag, type Json, same } from '../protocol/json.ts';
import type { KnownRow } from '../rows/rows.ts';

export interface PropertyChange {
  readonly name: string;
  readonly before: Json;
  readonly after: Json;
  readonly recreation: 'Always' | 'Conditionally' | 'Never';
}

const recreationOf = ({ specification, replaces }: KnownRow, name: string): PropertyChange['recreation'] => {
  if (specification.always.includes(name) || replaces?.includes(name)) return 'Always';
  return specification.sometimes.includes(name) ? 'Conditionally' : 'Never';
};

export const changesOf = (row: KnownRow, before: Bag, after: Bag): readonly PropertyChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !same(before[name], after[name]))
    .map((name) => ({ name, before: before[name], after: after[name], recreation: recreationOf(row, name) }));

/** Properties that AWS's schema does not allow or that it misses, in the words of CloudFormation; undefined: none. */
export function mistakesIn({ specification }: KnownRow, logicalId: string, properties: Bag): string | undefined {
  const given = Object.keys(properties);
  const lines = [
    ...specification.required
      .filter((name) => properties[name] === undefined)
      .map((name) => `#: required key [${name}] not found`),
    ...given
      .filter((name) => !specification.properties.includes(name))
      .map((name) => `#: extraneous key [${name}] is not permitted`),
  ];
  if (lines.length === 0) return undefined;
  return `Properties validation failed for resource ${logicalId} with message:\n[${lines.join('\n')}]`;
}
