import { entryOf } from '../../foundation/entry-of.ts';
import type { Json } from '../../tosca/topology.ts';
import { ownerOf, type Sources } from './values.ts';
import { callIn } from './written-calls.ts';

/**
 * Whether a value of an activity, as it is written, takes an input or a property that is a secret, or has one inside: by its
 * name, since the value itself may be as short as any word.
 */
export const asksSecret = (written: Json, sources: Sources): boolean => {
  if (typeof written !== 'object' || written === null) return false;
  if (Array.isArray(written)) return (written as readonly Json[]).some((one) => asksSecret(one, sources));
  const members = written as { readonly [name: string]: Json };
  const { name, given = [] } = callIn(members, sources.topology) ?? {};
  if (name === 'get_input') return isSecretInput(given, sources);
  if (name === 'get_property') return isSecretProperty(given, sources);
  return Object.values(members).some((one) => asksSecret(one, sources));
};

const isSecretInput = ([name]: readonly Json[], { inputs, secret, topology }: Sources): boolean => {
  if (typeof name !== 'string') return false;
  if (entryOf(inputs, name) !== undefined) return secret.has(name);
  return topology.secrets.some(({ at: [member, input] }) => member === 'inputs' && input === name);
};

const isSecretProperty = ([first, name]: readonly Json[], sources: Sources): boolean => {
  const { topology } = sources;
  const owner = ownerOf(first, sources);
  const index = topology.nodes.findIndex((one) => one.name === owner?.name);
  return topology.secrets.some(
    ({ at: [member, place, section, own] }) =>
      member === 'nodes' &&
      place === `${index}` &&
      (section === 'properties' || section === 'capabilities') &&
      (own === name || own === '*'),
  );
};
