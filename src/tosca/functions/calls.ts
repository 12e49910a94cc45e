import type { Json } from '../topology.ts';

export const functionNames: ReadonlySet<string> = new Set([
  'get_input',
  'get_property',
  'get_attribute',
  'get_operation_output',
  'get_nodes_of_type',
  'get_artifact',
  'concat',
  'join',
  'token',
]);

/** An expression that was left in a value: one entry, named as a function is. */
export function isCall(value: Json): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const [name, ...more] = Object.keys(value);
  return name !== undefined && more.length === 0 && (functionNames.has(name) || name.startsWith('$'));
}
