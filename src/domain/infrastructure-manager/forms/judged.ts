import type { NodeEdit } from '../../../tosca/edit.ts';
import type { Json, Node } from '../../../tosca/topology.ts';

/** What the Infrastructure Manager (IM) can be given of a node: docs/decisions/0059. */
export interface Judged {
  /** what means the same in a form that it takes */
  readonly edits?: readonly NodeEdit[];
  /** where the form means less, or more, than what was asked */
  readonly notes?: readonly string[];
  /** what it has no form for */
  readonly reasons?: readonly string[];
}

export type Values = { readonly [name: string]: Json };

/** The nodes of a template, found once for all rules. */
export interface Around {
  readonly byName: ReadonlyMap<string, Node>;
  /** by the machine that they bind, in the order that the template asks for */
  readonly portsOf: ReadonlyMap<string, readonly Node[]>;
}

/** Looks at one node of a template. */
export type Rule = (node: Node, around: Around) => readonly Judged[];

/** Writes the value of a capability's property. */
export const inCapability = (node: Node, capability: string, property: string, value?: Json): NodeEdit => ({
  node: node.name,
  path: ['capabilities', capability, 'properties', property],
  ...(value !== undefined && { value }),
});

export const inNode = (node: Node, property: string, value?: Json): NodeEdit => ({
  node: node.name,
  path: ['properties', property],
  ...(value !== undefined && { value }),
});

export const isOf = ({ types }: Pick<Node, 'types'>, ...names: readonly string[]): boolean =>
  names.some((name) => types.includes(name));

/** A value that is known before the deployment, and not empty. */
export const textIn = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** A function whose result only the deployment knows. */
export const isCall = (value: Values): boolean => {
  const [only, ...more] = Object.keys(value);
  return more.length === 0 && /^(?:get_\w+|concat|join|token)$/.test(only ?? '') && typeof value['token'] !== 'string';
};
