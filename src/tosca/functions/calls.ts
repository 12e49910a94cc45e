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

/** Whether the value is an expression that was left in place: a map whose only key is a function's name. */
export function isCall(value: Json): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const [name, ...more] = Object.keys(value);
  return name !== undefined && more.length === 0 && (functionNames.has(name) || name.startsWith('$'));
}
