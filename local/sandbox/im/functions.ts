/**
 * TOSCA functions as the IM evaluates them (docs/contract/infrastructure-manager-templates.md, "Outputs"): a value that
 * cannot be known yet is null.
 */

import { asList, asMap, asText, at, isMap, type YamlMap } from './value.ts';

/** The data that functions read. */
export interface Scope {
  readonly document: YamlMap;
  /** an attribute of the deployed node; null until it is known */
  attribute(node: string, path: readonly unknown[]): unknown;
}

const isKey = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

const pathIn = (value: unknown, path: readonly unknown[]): unknown => at(value, ...path.filter(isKey)) ?? null;

function input(args: readonly unknown[], { document }: Scope): unknown {
  const [name, ...rest] = args;
  return pathIn(at(document, 'topology_template', 'inputs', String(name), 'default'), rest);
}

/** `[node, property]`, or `[node, capability, property]`, or one of these on the node that a requirement names. */
function property(args: readonly unknown[], scope: Scope): unknown {
  const [name, first, ...rest] = args;
  const node = at(scope.document, 'topology_template', 'node_templates', String(name));
  const own = pathIn(at(node, 'properties'), [first, ...rest]);
  if (own !== null) return evaluate(own, scope);
  const ofCapability = pathIn(at(node, 'capabilities', String(first), 'properties'), rest);
  if (ofCapability !== null) return evaluate(ofCapability, scope);
  const target = requirementTarget(node, String(first));
  return target === undefined ? null : property([target, ...rest], scope);
}

/** The node that a requirement of this name points to, in short or long form. */
export function requirementTarget(node: unknown, requirement: string): string | undefined {
  for (const item of asList(at(node, 'requirements'))) {
    const value = asMap(item)[requirement];
    if (value !== undefined) return asText(isMap(value) ? value['node'] : value);
  }
  return undefined;
}

/** Null pieces become `None`, as in the IM's outputs. */
const concat = (args: readonly unknown[], scope: Scope): string =>
  args.map((arg) => asText(evaluate(arg, scope)) ?? 'None').join('');

function token(args: readonly unknown[], scope: Scope): string | null {
  const [text, separator, index] = args.map((arg) => evaluate(arg, scope));
  return (asText(text) ?? '').split(asText(separator) ?? ' ')[Number(index)] ?? null;
}

function attribute(args: readonly unknown[], scope: Scope): unknown {
  const [node, ...path] = args.map((arg) => evaluate(arg, scope));
  return scope.attribute(String(node), path);
}

const functions: { readonly [name: string]: (args: readonly unknown[], scope: Scope) => unknown } = {
  get_input: input,
  get_property: property,
  get_attribute: attribute,
  concat,
  token,
};

/** The value with every function in it evaluated. */
export function evaluate(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => evaluate(item, scope));
  if (!isMap(value)) return value;
  const entries = Object.entries(value);
  const [name, args] = entries[0] ?? [];
  const call = entries.length === 1 && name !== undefined ? functions[name] : undefined;
  if (call) return call(Array.isArray(args) ? args : [args], scope);
  return Object.fromEntries(entries.map(([key, inner]) => [key, evaluate(inner, scope)]));
}
