/** Reads the node templates of a document. Types from imports are not read: a Compute is recognised by its name. */

import { nodeNames } from './document.ts';
import { requirementTarget, type Scope } from './functions.ts';
import { asText, at, type YamlMap } from './value.ts';

export const nodesOf = (document: YamlMap): readonly (readonly [string, unknown])[] =>
  nodeNames(document).map((name) => [name, at(document, 'topology_template', 'node_templates', name)]);

/** Whether the type is a Compute, by its name or by the type from which the document derives it. */
export const isCompute = (document: YamlMap, type: string | undefined): boolean =>
  isKind(/(^|[.:])Compute$/, document, type);

/** The same for a container, and for a function, which is a container too. */
export const isContainer = (document: YamlMap, type: string | undefined): boolean =>
  isKind(/(^|\.)(?:Container\.Application(\.Docker)?|FaaS\.Function)$/, document, type);

function isKind(kind: RegExp, document: YamlMap, type: string | undefined, seen: readonly string[] = []): boolean {
  if (type === undefined || seen.includes(type)) return false;
  if (kind.test(type)) return true;
  return isKind(kind, document, asText(at(document, 'node_types', type, 'derived_from')), [...seen, type]);
}

/** The Compute node itself, or the one that hosts a node directly or indirectly. */
export function hostOf(document: YamlMap, name: string, seen: readonly string[] = []): string | undefined {
  const node = at(document, 'topology_template', 'node_templates', name);
  if (node === undefined || seen.includes(name)) return undefined;
  if (isCompute(document, asText(at(node, 'type')))) return name;
  // a port is asked for what its machine tells
  const host = requirementTarget(node, 'host') ?? requirementTarget(node, 'binding');
  return host === undefined ? undefined : hostOf(document, host, [...seen, name]);
}

type Entries = readonly (readonly [name: string, node: unknown])[];

const byHost = new WeakMap<YamlMap, ReadonlyMap<string | undefined, Entries>>();

/** A Compute node, and the nodes that it hosts directly or indirectly. Found once for each document, which nothing changes. */
export const hostedBy = (document: YamlMap, compute: string): Entries => {
  const known = byHost.get(document) ?? Map.groupBy(nodesOf(document), ([name]) => hostOf(document, name));
  byHost.set(document, known);
  return known.get(compute) ?? [];
};

/** The scope before anything runs: no attribute is known. */
export const staticScope = (document: YamlMap): Scope => ({ document, attribute: () => null });
