import type { UnsupportedByParser } from '../infrastructure-manager/unsupported-by-parser.ts';
import type { Json } from '../topology.ts';
import { named } from '../yaml/named.ts';
import { stepsTo, YamlMapping, type YamlNode } from '../yaml/node.ts';
import { setOwn, toJson } from '../yaml/scalar.ts';
import type { CapabilityInstance, Cell, NodeInstance } from './instances.ts';
import type { Service } from './service.ts';

type Values = { readonly [name: string]: Json };

/**
 * For the Infrastructure Manager, which works out the ports of software while it makes the machine below: SELF is then that
 * machine, and a port of `{ get_property: [SELF, port] }` is refused (Tosca.py, `_add_node_nets`). A call in the template becomes its value;
 * one that the type has as a default is assigned. So is a default that its parser does not find.
 */
export function noteComputedCapabilities({ unsupported }: Service, { node, capabilities }: NodeInstance): void {
  if (unsupported === undefined) return;
  const missing: Record<string, Values> = {};
  for (const capability of capabilities.values()) {
    const values: Record<string, Json> = {};
    for (const cell of [...computedOf(capability), ...misreadOf(capability, unsupported)]) {
      const { node: written, name, value = null } = cell;
      if (stepsTo(written)[0] === 'topology_template') unsupported.addCall(written, value);
      else setOwn(values, name, holdsWholeFloat(value, cell.schema) ? toJson(written) : value);
    }
    if (Object.keys(values).length > 0) setOwn(missing, capability.name, values);
  }
  for (const [map, members] of placesOf(node, missing)) unsupported.addMembers(map, members);
}

/** Nodes share only what no call gives. Its parser takes no whole number for a float, and reads no port from one. */
const computedOf = ({ shared, properties }: CapabilityInstance): readonly Cell[] =>
  shared
    ? []
    : [...properties.values()].filter(
        ({ node, deferred, value, schema }) =>
          !deferred && value !== undefined && value !== null && readsNode(node) && !holdsWholeFloat(value, schema),
      );

/**
 * Of a capability type its parser takes only the defaults that stand in this type itself, not those of the types above, and
 * what a node type says of a capability's property it takes for the property's value (seen with tosca-parser 2.15.0).
 */
function misreadOf(capability: CapabilityInstance, unsupported: UnsupportedByParser): readonly Cell[] {
  const known = misread.get(capability);
  if (known !== undefined) return known;
  const { def, properties } = capability;
  // it refuses some of a machine's numbers without the others
  const isWhole = properties.has('default_instances') && [...properties.values()].some(isOfNodeType);
  const isOwnType = isWhole || (def.type !== undefined && unsupported.isOwn(def.type.node));
  const found = [...properties.values()].filter(({ node, value, schema }) => {
    if (value === undefined || value === null || readsNode(node)) return false;
    if (holdsWholeFloat(value, schema) && holdsWholeFloat(toJson(node), schema)) return false;
    const [section] = stepsTo(node);
    return section === 'node_types' ? unsupported.isOwn(node) : section === 'capability_types' && isOwnType;
  });
  misread.set(capability, found);
  return found;
}

const isOfNodeType = ({ node }: Cell): boolean => stepsTo(node)[0] === 'node_types';

/** Nodes that assign nothing share their capabilities. */
const misread = new WeakMap<CapabilityInstance, readonly Cell[]>();

/** Also in a member or an item, which the type may give. */
function holdsWholeFloat(value: Json, schema: Cell['schema']): boolean {
  if (Array.isArray(value)) return value.some((one: Json) => holdsWholeFloat(one, schema?.entry));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(([name, one]: [string, Json]) =>
      holdsWholeFloat(one, schema?.type.properties.get(name)?.schema ?? schema?.entry),
    );
  const base = schema?.type.base;
  return Number.isInteger(value) && typeof base === 'object' && base.name === 'float';
}

/** Whether the value of a node or relationship is called for: what an input gives is the same everywhere. */
function readsNode(written: YamlNode): boolean {
  const open: YamlNode[] = [written];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'sequence') open.push(...node.items);
    if (node.kind !== 'mapping') continue;
    if (/^get_(?!input$)/.test(node.onlyKey ?? '')) return true;
    open.push(...node.entries.values());
  }
  return false;
}

/** Where the values of capabilities have to be added in a node template. */
function* placesOf(node: YamlMapping, missing: { readonly [name: string]: Values }) {
  if (Object.keys(missing).length === 0) return;
  const written = node.get('capabilities');
  const assigned = new Map(written === undefined ? [] : named(written));
  const absent: Record<string, { readonly properties: Values }> = {};
  for (const [name, properties] of Object.entries(missing)) {
    const own = assigned.get(name);
    if (!(own instanceof YamlMapping)) {
      setOwn(absent, name, { properties });
      continue;
    }
    const given = own.get('properties');
    yield given instanceof YamlMapping ? ([given, properties] as const) : ([own, { properties }] as const);
  }
  if (Object.keys(absent).length === 0) return;
  if (written instanceof YamlMapping) yield [written, absent] as const;
  else if (written === undefined) yield [node, { capabilities: absent }] as const;
}
