import type { NodeInstance, Relationship } from '../model/instances.ts';
import { type GroupInstance, hosts, type RelationshipTemplate } from '../model/service.ts';
import { isOpen } from '../names.ts';
import { functionArguments, nodeUnknown } from '../problem-kinds.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { Call } from './function.ts';

/** What the first argument of get_property and similar functions names; undefined: wrong, and reported. */
export type Entity =
  | { readonly is: 'node'; readonly node: NodeInstance }
  | { readonly is: 'relationship'; readonly relationship: Relationship }
  | { readonly is: 'group'; readonly group: GroupInstance }
  /** a node, but only the deployment knows which one (a dangling requirement, or a template too broken to use) */
  | { readonly is: 'open' };

export function entityOf(call: Call, node: YamlNode): Entity | undefined {
  const name = textOf(node);
  const { site, service } = call;
  if (name === undefined) return refuse(call, node, 'a list that starts with the name of a node template');
  if (name === 'SELF') return self(call, node);
  // paths of 2.0 begin at a node or SELF (section 10.3)
  const simple = service.version !== '2.0';
  if (simple && (name === 'SOURCE' || name === 'TARGET')) return endOf(call, node, name);
  if (simple && name === 'HOST')
    return site.node || site.relationship
      ? { is: 'open' }
      : refuse(call, node, 'HOST only inside a node or relationship template');
  const found = service.nodes.get(name);
  if (found) return { is: 'node', node: found };
  const template = service.relationships.get(name);
  if (template) return { is: 'relationship', relationship: onlyUseOf(template) ?? template.instance };
  const group = service.groups.get(name);
  if (group) return { is: 'group', group };
  if (service.nodeNames.has(name) || service.groupNames.has(name)) return { is: 'open' };
  if (isOpen(service.nodeNames)) return { is: 'open' };
  call.refuse(nodeUnknown(name, service.nodeNames), node);
  return undefined;
}

/** Its source and target are known, unlike those of a template that several requirements use. */
const onlyUseOf = ({ uses }: RelationshipTemplate): Relationship | undefined =>
  uses.length === 1 ? uses[0] : undefined;

function self(call: Call, node: YamlNode): Entity | undefined {
  const { site } = call;
  if (site.relationship) return { is: 'relationship', relationship: site.relationship };
  if (site.node) return { is: 'node', node: site.node };
  return refuse(call, node, 'SELF only inside a node or relationship template');
}

function endOf(call: Call, node: YamlNode, end: 'SOURCE' | 'TARGET'): Entity | undefined {
  const { relationship } = call.site;
  // a node type may define operations for the relationship that will call them
  if (relationship === undefined) {
    return call.site.isOperation ? { is: 'open' } : refuse(call, node, `${end} only inside a relationship`);
  }
  const found = end === 'SOURCE' ? relationship.source : relationship.target;
  return found ? { is: 'node', node: found } : { is: 'open' };
}

function refuse(call: Call, node: YamlNode, expected: string): undefined {
  call.refuse(functionArguments(call.name, expected), node);
  return undefined;
}

/** The nodes that host this one, nearest first. */
export function hostsOf(node: NodeInstance): ReadonlySet<NodeInstance> {
  const found = new Set<NodeInstance>();
  for (let at = hostOf(node); at && at !== node && !found.has(at); at = hostOf(at)) found.add(at);
  return found;
}

const hostOf = ({ requirements }: NodeInstance): NodeInstance | undefined =>
  requirements.find((each) => each.target && hosts(each))?.target;

/** Whether a call asks the hosts below its node, by the word HOST: 1.x only. */
export const isHost = ({ service, argument }: Call): boolean =>
  service.version !== '2.0' && argument.kind === 'sequence' && textOf(argument.items[0]) === 'HOST';
