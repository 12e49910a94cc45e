import { deepFreeze } from './frozen.ts';
import type { Service } from './model/service.ts';
import type { LaterType, Output } from './topology.ts';

const later: ReadonlyMap<string, LaterType> = new Map(
  (['integer', 'float', 'boolean', 'list', 'map'] as const).map((type) => [type, type]),
);

/** An output as the result has it, with the type that a deployer gives it where its value comes later. */
export function outputOf(
  { name, description, cell }: Service['outputs'][number],
  requested: Service['outputSchemas'],
): Output {
  const shared = { name, ...(description === undefined ? {} : { description }) };
  const deferred = cell?.deferred ?? false;
  const base = cell && deferred ? (cell.schema ?? requested.get(cell.node))?.type.base : undefined;
  const type = later.get(typeof base === 'object' ? base.name : (base ?? ''));
  return Object.freeze({ ...shared, value: deepFreeze(cell?.value ?? null), deferred, ...(type && { type }) });
}
