import { listed } from '../near.ts';
import { functionValue, memberUnknown, valueType } from '../problem-kinds.ts';
import type { Json } from '../topology.ts';
import { describeSchema, schemaAt } from '../types/compatible.ts';
import { convertible } from '../types/convertible.ts';
import type { Called, Schema } from '../types/definitions.ts';
import type { YamlNode } from '../yaml/node.ts';
import { coreValue, textOf, toJson } from '../yaml/scalar.ts';
import { isCall } from './calls.ts';
import { type Call, given, type Misfit } from './function.ts';

/**
 * Follows keys and indexes into a value. A path into an expression must wait for the deployment. The result is null
 * inside null, in an empty list or map, and under a key that the type allows but the value lacks, since a default such
 * as `[]` says that there may be no items.
 */
export function walk(call: Call, start: Called, path: readonly YamlNode[], schema?: Schema): Called {
  const found = path.length === 0 ? start : follow(call, start, path, schema);
  if (path.length > 0 && found.is === 'given') noteFollowed(call, found.value, path.length);
  return isUnknown(found) ? typed(call, found, path, schema) : found;
}

function noteFollowed({ service: { unsupported }, name, node, argument }: Call, value: Json, steps: number): void {
  if (unsupported === undefined) return;
  unsupported.addCall(node, value);
  if (value !== null || argument.kind !== 'sequence') return;
  const [only, ...more] = argument.items.slice(0, -steps).map((item) => toJson(item));
  unsupported.calls.addNull(node, { [name]: more.length === 0 ? (only ?? null) : [only ?? null, ...more] });
}

/** Whether the value is only known later, or was never given: then its type says where it may stand. */
const isUnknown = (found: Called): boolean =>
  found.is === 'later' ? found.misfit === undefined : found.is === 'given' && found.value === null;

function typed(call: Call, found: Called, path: readonly YamlNode[], schema: Schema | undefined): Called {
  const known = schemaBehind(schema, path);
  return known === undefined || found.is === 'nothing' ? found : { ...found, misfit: misfitOf(call, known) };
}

/** The schema at the end of a path; undefined: it is not known, for one because a step is computed. */
export function schemaBehind(schema: Schema | undefined, path: readonly YamlNode[]): Schema | undefined {
  const steps = path.map((step) => textOf(step) ?? '');
  return steps.some((step) => step === '' || step.startsWith('$')) ? undefined : schemaAt(schema, steps);
}

/** Says why no value of a schema can stand where another is wanted. */
const misfitOf =
  ({ service }: Call, schema: Schema): Misfit =>
  (wanted) =>
    convertible(schema, wanted, service.version === '2.0')
      ? undefined
      : valueType(describeSchema(wanted), `a value that is ${describeSchema(schema)}`);

function follow(call: Call, start: Called, path: readonly YamlNode[], schema: Schema | undefined): Called {
  if (start.is === 'nothing' || (start.is === 'given' && start.unset)) return start;
  let at: Json = start.value;
  let type = schema;
  for (const step of path) {
    // an index that each instance has for itself, or a computed one
    if (step.kind === 'mapping' || (call.service.version === '2.0' && textOf(step)?.startsWith('$')))
      return call.postpone();
    if (start.is === 'later' && isCall(at)) return call.postpone();
    const key = keyOf(step, at);
    const next = key === undefined ? undefined : member(at, key);
    if (next === undefined) return absent(call, { at, type, key }, step);
    type = schemaAt(type, [key ?? '']);
    at = next;
  }
  return { is: start.is, value: at };
}

/** Keys of maps keep their text (`007`, `1.0`, `0x10`), so a step is first compared as written. */
const keyOf = (step: YamlNode, at: Json): string | undefined => {
  const key = step.kind === 'scalar' ? coreValue(step) : null;
  if (step.kind !== 'scalar' || key === null) return undefined;
  const isIndexed = Array.isArray(at) || member(at, step.text) === undefined;
  return isIndexed && member(at, String(key)) !== undefined ? String(key) : step.text;
};

function member(at: Json, key: string): Json | undefined {
  if (at === null || typeof at !== 'object') return undefined;
  if (Array.isArray(at) && !isIndex(key)) return undefined;
  return Object.hasOwn(at, key) ? (at as { readonly [key: string]: Json })[key] : undefined;
}

const isIndex = (key: string): boolean => /^\d+$/.test(key);

interface Reached {
  readonly at: Json;
  readonly type: Schema | undefined;
  /** undefined: the step is not a key */
  readonly key: string | undefined;
}

function absent(call: Call, reached: Reached, step: YamlNode): Called {
  const { at, key } = reached;
  if (key !== undefined && mayBeAbsent(reached)) return given(null);
  if (key !== undefined && at !== null && typeof at === 'object' && !Array.isArray(at))
    return call.refuse(memberUnknown(key, call.name, Object.keys(at)), step);
  const reason = `${call.name} finds nothing at ${JSON.stringify(key ?? 'null')}: ${reasonOf(at, key)}`;
  return call.refuse(functionValue(reason), step);
}

function mayBeAbsent({ at, type, key = '' }: Reached): boolean {
  if (at === null) return true;
  if (typeof at !== 'object') return false;
  if (Array.isArray(at)) return isIndex(key) && at.length === 0;
  const known = type?.type;
  if (known?.base === 'complex' && known.properties.size > 0) return known.properties.has(key);
  return known !== undefined || Object.keys(at).length === 0;
}

function reasonOf(at: Json, key: string | undefined): string {
  if (at === null || typeof at !== 'object') return 'the value has no members';
  if (Array.isArray(at)) {
    if (key === undefined || !isIndex(key)) return 'a list has indexes, which are numbers from 0';
    return `the list has ${at.length === 1 ? 'one item' : `${at.length} items`}, and the first index is 0`;
  }
  return `there are ${listed(Object.keys(at))}`;
}
