import type { NodeInstance, Site } from '../model/instances.ts';
import type { Json } from '../topology.ts';
import { membersOf } from '../types/members.ts';
import { isCall } from './calls.ts';
import { hostsOf } from './entity.ts';

const asksPlace = /^\$?get_(?:attribute|operation_output|artifact)$/;

/**
 * An expression as another place may use it: SELF, HOST, SOURCE and TARGET mean something else there, so the nodes are
 * named. What has no name, such as a relationship without a template, stays.
 */
export function withNamedPlaces(value: Json, from: Site): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return Object.freeze(value.map((item: Json) => withNamedPlaces(item, from)));
  const entries = Object.entries(value as { readonly [key: string]: Json });
  const [[name, argument] = ['', null]] = entries;
  if (isCall(value) && asksPlace.test(name) && Array.isArray(argument))
    return Object.freeze({ [name]: named(argument as readonly Json[], from) });
  return Object.freeze(Object.fromEntries(entries.map(([key, item]) => [key, withNamedPlaces(item, from)])));
}

function named([first = null, ...rest]: readonly Json[], from: Site): readonly Json[] {
  return Object.freeze([nameOf(first, rest, from) ?? first, ...rest]);
}

function nameOf(word: Json, [attribute]: readonly Json[], { node, relationship }: Site): string | undefined {
  switch (word) {
    case 'SELF':
      return relationship ? relationship.name : node?.name;
    case 'SOURCE':
      return relationship?.source?.name;
    case 'TARGET':
      return relationship?.target?.name;
    case 'HOST':
      return node && hostWith(node, String(attribute))?.name;
    default:
      return undefined;
  }
}

/** The nearest host with an attribute of this name; the last one may get it from its provider. */
function hostWith(node: NodeInstance, name: string): NodeInstance | undefined {
  const hosts = [...hostsOf(node)];
  return hosts.find(({ type }) => hasMember(type, name)) ?? hosts.at(-1);
}

const hasMember = (type: NodeInstance['type'], name: string): boolean => {
  const { attributes, properties, capabilities } = membersOf(type);
  return attributes.has(name) || properties.has(name) || capabilities.has(name);
};
