import type { CapabilityInstance, Cells, NodeInstance, Relationship, RequirementInstance } from '../model/instances.ts';
import { Cell, type Site } from '../model/instances.ts';
import type { Called, PropertyDef } from '../types/definitions.ts';
import { type Members, membersOf } from '../types/members.ts';
import type { TypeDef } from '../types/type-def.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { hostsOf, isHost } from './entity.ts';
import { type Call, given } from './function.ts';
import { isWrittenByOperation } from './operation-attributes.ts';
import type { Reached } from './path.ts';
import { endsOf } from './relationships.ts';
import { walk } from './walk.ts';

/** `later`: there is such an attribute, and only the deployment knows its value; undefined: there is none. */
type Fixed = Called | 'later' | undefined;

/**
 * The value that the template itself gives the attribute at the end of a path: assigned, a default, or the property of
 * the same name, which TOSCA reflects as an attribute (1.3 section 3.6.12, 2.0 section 9.6). Undefined: only the
 * deployment knows it.
 */
export function fixedAttribute(call: Call, { entity, rest }: Reached): Called | undefined {
  const found = attributeOf(call, entity, rest);
  return found === 'later' ? undefined : found;
}

function attributeOf(call: Call, entity: Reached['entity'], rest: readonly YamlNode[]): Fixed {
  switch (entity.is) {
    case 'open':
      return isHost(call) && call.site.node ? attributeOfHost(call, call.site.node, rest) : undefined;
    case 'node':
      return attributeOfNode(call, entity.node, rest);
    case 'capability':
      return attributeIn(call, capabilityValues(entity.node, entity.capability), rest);
    case 'relationship':
      return attributeIn(call, relationshipValues(entity.relationship), rest);
    case 'group': {
      const { name, type, properties, attributes } = entity.group;
      const site = { node: undefined, relationship: undefined };
      return attributeIn(
        call,
        { key: entity.group, name, site, type, defs: membersOf(type), properties, attributes },
        rest,
      );
    }
  }
}

/** The nearest host that has such an attribute, known or not, tells it. */
function attributeOfHost(call: Call, node: NodeInstance, path: readonly YamlNode[]): Fixed {
  for (const host of hostsOf(node)) {
    const found = attributeOfNode(call, host, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A path that leads to a capability, or through a requirement, may ask for the node there. */
const nameOf = (node: NodeInstance, path: readonly YamlNode[]): Fixed =>
  path.length === 1 && textOf(path[0]) === 'tosca_name' && !node.attributes.has('tosca_name')
    ? given(node.name)
    : undefined;

function attributeOfNode(call: Call, node: NodeInstance, path: readonly YamlNode[]): Fixed {
  const [first, ...rest] = path;
  const name = textOf(first);
  const known = nameOf(node, path);
  if (known !== undefined) return known;
  if (isNamedByProvider(node, name)) return 'later';
  const inside = nameInNetwork(call, node, path);
  if (inside !== undefined) return inside;
  const own = attributeIn(call, nodeValues(node), path);
  if (own !== undefined || rest.length === 0) return own;
  const capability = node.capabilities.get(name ?? '');
  const inCapability = capability && attributeIn(call, capabilityValues(node, capability), rest);
  if (inCapability !== undefined) return inCapability;
  if (capability !== undefined && nameOf(node, rest) !== undefined) return nameOf(node, rest);
  const requirement = node.requirements.find((each) => each.name === name);
  return requirement && behindRequirement(call, requirement, rest);
}

/** The names of a machine's networks and ports are those that the template gives them (1.3 sections 5.3.5 and 5.3.7). */
function nameInNetwork(call: Call, node: NodeInstance, path: readonly YamlNode[]): Fixed {
  const attribute = textOf(path[0]);
  if (attribute !== 'networks' && attribute !== 'ports') return undefined;
  const [, key = '', attributeOfNetwork] = path.map(textOf);
  const [, , member, ...more] = path;
  if (member === undefined || more.length > 0 || !isOfType(node, 'Compute') || node.attributes.has(attribute))
    return undefined;
  const named = call.service.nodes.get(key);
  if (attribute === 'ports')
    return attributeOfNetwork === 'port_name' && named && isOfType(named, 'Port') ? given(key) : undefined;
  if (attributeOfNetwork !== 'network_name') return undefined;
  if (named && isOfType(named, 'Network')) return attributeIn(call, nodeValues(named), [member]);
  return key === 'private' || key === 'public' ? given(key) : undefined;
}

const isOfType = ({ type }: NodeInstance, name: string): boolean =>
  type.ancestry.some((each) => each === name || each.endsWith(`.${name}`));

/** A bucket's name is a wish: it is taken once in the world, so a provider may choose another. */
const isNamedByProvider = (node: NodeInstance, name: string | undefined): boolean =>
  name === 'name' && isOfType(node, 'ObjectStorage');

/** First the relationship, then the capability at its end, then the node there. */
function behindRequirement(call: Call, requirement: RequirementInstance, path: readonly YamlNode[]): Fixed {
  const { relationship, target } = requirement;
  const own = (target && nameOf(target, path)) ?? attributeIn(call, relationshipValues(relationship), path);
  if (own !== undefined || target === undefined) return own;
  for (const capability of endsOf(requirement)) {
    const found = attributeIn(call, capabilityValues(target, capability), path);
    if (found !== undefined) return found;
  }
  return attributeOfNode(call, target, path);
}

/** What has attributes, and where SELF is there. */
interface Values {
  readonly key: object;
  readonly name: string;
  readonly site: Site;
  readonly type: TypeDef | undefined;
  readonly template?: YamlMapping;
  readonly defs: Pick<Members, 'attributes' | 'properties'>;
  readonly attributes: Cells;
  readonly properties: Cells;
}

const nodeValues = (node: NodeInstance): Values => {
  const { name, type, node: template, attributes, properties } = node;
  const site = { node, relationship: undefined };
  return { key: node, name, site, type, template, defs: membersOf(type), attributes, properties };
};

const capabilityValues = (node: NodeInstance, capability: CapabilityInstance): Values => {
  const { def, name, attributes, properties } = capability;
  const site = { node, relationship: undefined };
  return { key: capability, name: `${node.name}.${name}`, site, type: undefined, defs: def, attributes, properties };
};

const noDefs: Values['defs'] = { attributes: new Map(), properties: new Map() };

const relationshipValues = (relationship: Relationship): Values => {
  const { type, name, source, attributes, properties } = relationship;
  const defs = type ? membersOf(type) : noDefs;
  const site = { node: source, relationship };
  return { key: relationship, name: name ?? type?.name ?? '', site, type, defs, attributes, properties };
};

function attributeIn(call: Call, values: Values, [first, ...rest]: readonly YamlNode[]): Fixed {
  const name = textOf(first) ?? '';
  if (runtime.has(name) || isWrittenByOperation(values.type, values.template, name)) return 'later';
  const def = values.defs.attributes.get(name);
  const cell = values.attributes.get(name) ?? (def && defaultOf(values, def)) ?? values.properties.get(name);
  if (cell === undefined) return def || values.defs.properties.has(name) ? 'later' : undefined;
  const found = walk(call, call.cell(cell), rest, cell.schema);
  // a provider may know what the template leaves open
  return found.is === 'given' && found.value === null ? 'later' : found;
}

/** Their defaults are what they are before the deployment. */
const runtime: ReadonlySet<string> = new Set(['state', 'tosca_id']);

const defaults = new WeakMap<object, Map<string, Cell>>();

/** Made when it is first asked for: most types give their attributes no default. */
function defaultOf({ key, name, site }: Values, def: PropertyDef): Cell | undefined {
  if (def.default === undefined) return undefined;
  const known = defaults.get(key) ?? new Map<string, Cell>();
  if (!defaults.has(key)) defaults.set(key, known);
  const cell = known.get(def.name) ?? new Cell(def.default, def.schema, site, name, def.name);
  known.set(def.name, cell);
  return cell;
}
