import type { Json, Node } from '../../../tosca/topology.ts';
import { isMap } from '../../changes/differences.ts';
import { hostOf, isHosting } from '../../changes/kinds.ts';
import type { Around } from './judged.ts';

type Owner = Pick<Node, 'name' | 'properties' | 'capabilities' | 'requirements'>;

/** Where an operation stands, which decides what SELF, HOST, SOURCE and TARGET mean. */
export interface Place {
  /** SELF */
  readonly owner: Owner;
  readonly type: string;
  readonly source: Node | undefined;
  readonly target: Node | undefined;
  readonly byName: Around['byName'];
}

/** `get_property` or `get_attribute` with its argument. */
export interface Call {
  readonly name: string;
  readonly path: readonly Json[];
}

/** These calls in a value, also inside of others. */
export const callsIn = (value: Json): readonly Call[] => {
  if (Array.isArray(value)) return value.flatMap((one: Json) => callsIn(one));
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([name, path]) =>
    /^get_(?:property|attribute)$/.test(name) && Array.isArray(path) ? [{ name, path }] : callsIn(path as Json),
  );
};

/** Whose property a call reads, for messages. */
interface Read {
  readonly of: string;
  /** undefined: there is none */
  readonly value: Json | undefined;
}

/** As the manager's parser looks for it (tosca-parser 2.15.0, `GetProperty`). Undefined: it is another thing than a node's. */
export const propertyAt = (word: string, path: readonly Json[], place: Place): Read | undefined => {
  const [first = '', second] = path.map(String);
  const owner = word === 'HOST' ? hostWith(first, place) : ownerOf(word, place);
  if (owner === undefined) return undefined;
  const own = owner.properties[first];
  if (path.length < 2 || own !== undefined) return { of: called(owner), value: own };
  const target = place.byName.get(owner.requirements.find(({ name }) => name === first)?.node ?? '') ?? owner;
  return { of: called(target), value: target.capabilities[first]?.properties[second ?? ''] };
};

const called = ({ name }: Owner): string => (name.includes(' ') ? name : `node ${name}`);

const ownerOf = (word: string, { owner, source, target, byName }: Place): Owner | undefined => {
  if (word === 'SELF') return owner;
  if (word === 'SOURCE') return source;
  return word === 'TARGET' ? target : byName.get(word);
};

/** The nearest host that has the property, or a capability of that name. */
const hostWith = (name: string, { owner, byName }: Place): Owner | undefined => {
  const seen = new Set<string>();
  for (let at = below(owner, byName); at !== undefined && !seen.has(at.name); at = below(at, byName)) {
    seen.add(at.name);
    if (at.properties[name] !== undefined || at.capabilities[name] !== undefined) return at;
  }
  return undefined;
};

const below = ({ requirements }: Pick<Owner, 'requirements'>, byName: Around['byName']): Node | undefined =>
  byName.get(requirements.find(isHosting)?.node ?? '');

/** The node that the first word of `get_attribute` names; HOST is the machine at the bottom. */
export const machineAt = (word: Json | undefined, place: Place): Node | undefined => {
  const owner = word === 'HOST' ? machineBelow(place) : ownerOf(String(word), place);
  return owner && place.byName.get(owner.name);
};

const machineBelow = ({ owner, byName }: Place): Node | undefined => {
  const node = byName.get(owner.name);
  const [machine] = node === undefined ? [] : hostOf(node, byName);
  return byName.get(machine ?? '');
};
