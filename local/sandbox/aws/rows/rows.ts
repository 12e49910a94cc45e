/** All resource types that the sandbox's clouds have. */

import specifications from '../specification.json' with { type: 'json' };
import { addressRows } from './addresses.ts';
import { applicationRows } from './applications.ts';
import { balancingRows } from './balancing.ts';
import { containerRows } from './containers.ts';
import { databaseRows } from './databases.ts';
import { machineRows } from './machines.ts';
import { messageRows } from './messages.ts';
import { networkRows } from './networks.ts';
import type { Row, Specification } from './row.ts';
import { scalingRows } from './scaling.ts';
import { storageRows } from './storage.ts';

const rows: { readonly [type: string]: Row } = {
  ...machineRows,
  ...storageRows,
  ...addressRows,
  ...networkRows,
  ...applicationRows,
  ...balancingRows,
  ...databaseRows,
  ...containerRows,
  ...messageRows,
  ...scalingRows,
};

export const types: readonly string[] = Object.keys(rows).sort();

export interface KnownRow extends Row {
  readonly type: string;
  readonly specification: Specification;
}

const nothing: Specification = { properties: [], required: [], always: [], sometimes: [], attributes: [] };

const known: { readonly [type: string]: Specification } = specifications;

const complete: ReadonlyMap<string, KnownRow> = new Map(
  Object.entries(rows).map(([type, row]) => [type, { ...row, type, specification: known[type] ?? nothing }]),
);

export const rowOf = (type: string): KnownRow | undefined => complete.get(type);

/** Only for types that `rowOf` knows: a template with others was refused. */
export function knownRow(type: string): KnownRow {
  const row = rowOf(type);
  if (!row) throw new Error(`the sandbox has no row for ${type}`);
  return row;
}
