import type { UnsupportedByParser } from '../infrastructure-manager/unsupported-by-parser.ts';
import type { Json } from '../topology.ts';
import { named } from '../yaml/named.ts';
import { type Step, stepsTo, YamlMapping, type YamlNode } from '../yaml/node.ts';
import type { CapabilityInstance, Cell, NodeInstance } from './instances.ts';
import type { Service } from './service.ts';

/**
 * For the Infrastructure Manager, which works out the ports of software while it makes the machine below: SELF is then that
 * machine, and a port of `{ get_property: [SELF, port] }` is refused (Tosca.py, `_add_node_nets`). A call in the template becomes its value;
 * one that the type has as a default is assigned. So is a default that its parser does not find.
 */
export function noteComputedCapabilities({ unsupported }: Service, { node, capabilities }: NodeInstance): void {
  if (unsupported === undefined) return;
  for (const capability of capabilities.values()) {
    const cells = [...computedOf(capability), ...misreadOf(capability, unsupported)];
    const place = cells.length > 0 ? placeOf(node, capability.name) : undefined;
    for (const { node: written, name, schema, value = null } of cells) {
      const floats = wholeFloats(value, schema);
      if (stepsTo(written)[0] !== 'topology_template') {
        if (place) unsupported.addBelow(place.map, [...place.below, name], { value, floats });
      } else if (floats.length === 0) unsupported.addCall(written, value);
    }
  }
}

/** Nodes share only what no call gives. */
const computedOf = ({ shared, properties }: CapabilityInstance): readonly Cell[] =>
  shared
    ? []
    : [...properties.values()].filter(
        ({ node, deferred, value }) => !deferred && value !== undefined && value !== null && readsNode(node),
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
  const found = [...properties.values()].filter(({ node, value }) => {
    if (value === undefined || value === null || readsNode(node)) return false;
    const [section] = stepsTo(node);
    return section === 'node_types' ? unsupported.isOwn(node) : section === 'capability_types' && isOwnType;
  });
  misread.set(capability, found);
  return found;
}

const isOfNodeType = ({ node }: Cell): boolean => stepsTo(node)[0] === 'node_types';

/** Nodes that assign nothing share their capabilities. */
const misread = new WeakMap<CapabilityInstance, readonly Cell[]>();

/** Where a value has whole numbers that its type calls floats, also in members and items. */
function wholeFloats(value: Json, schema: Cell['schema']): readonly (readonly Step[])[] {
  const within = (step: Step, one: Json, of: Cell['schema']) => wholeFloats(one, of).map((steps) => [step, ...steps]);
  if (Array.isArray(value)) return value.flatMap((one: Json, index) => within(index, one, schema?.entry));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]: [string, Json]) =>
      within(name, one, schema?.type.properties.get(name)?.schema ?? schema?.entry),
    );
  const base = schema?.type.base;
  return Number.isInteger(value) && typeof base === 'object' && base.name === 'float' ? [[]] : [];
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

/** The map of a node template where properties of this capability have to be added, and the keys below it that lead there. */
function placeOf(
  node: YamlMapping,
  capability: string,
): { readonly map: YamlMapping; readonly below: readonly Step[] } | undefined {
  const written = node.get('capabilities');
  const own = written && new Map(named(written)).get(capability);
  const given = own instanceof YamlMapping ? own.get('properties') : undefined;
  if (given instanceof YamlMapping) return { map: given, below: [] };
  if (own instanceof YamlMapping) return { map: own, below: ['properties'] };
  if (written instanceof YamlMapping) return { map: written, below: [capability, 'properties'] };
  return written === undefined ? { map: node, below: ['capabilities', capability, 'properties'] } : undefined;
}
