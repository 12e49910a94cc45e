import { openLike } from '../names.ts';
import * as kinds from '../problem-kinds.ts';
import { lenient, type Reporter } from '../report.ts';
import { hasCalls } from '../types/defaults.ts';
import type { CapabilityDef } from '../types/definitions.ts';
import { named } from '../yaml/named.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { assign } from './assign.ts';
import { attributeCells } from './attributes.ts';
import type { CapabilityInstance, CapabilityInstances, NodeInstance } from './instances.ts';
import { areShared, noCells, type Site } from './instances.ts';
import type { Service } from './service.ts';

type Defs = ReadonlyMap<string, CapabilityDef>;

/** Makes the capabilities of a template's nodes. In 1.x nodes share capabilities that no template assigns to. */
export class Capabilities {
  readonly #service: Service;
  readonly #unspoken = new Map<CapabilityDef, CapabilityInstance>();
  /** all capabilities of nodes that assign to none */
  readonly #allUnspoken = new Map<Defs, CapabilityInstances>();

  constructor(service: Service) {
    this.#service = service;
  }

  of(owner: NodeInstance, site: Site, defs: Defs): CapabilityInstances {
    const given = givenIn(owner.node.get('capabilities'));
    const known = given.size === 0 ? this.#allUnspoken.get(defs) : undefined;
    if (known) return known;
    given.each((assigned, name) => {
      if (!defs.has(name)) this.#service.report.atKey(assigned, kinds.capabilityUnknown(name, owner.name, defs));
    });
    const found = openLike(new Map<string, CapabilityInstance>(), defs);
    for (const def of defs.values()) found.set(def.name, this.#one(owner, site, def, given.get(def.name)));
    if (given.size === 0 && areShared(found)) this.#allUnspoken.set(defs, found);
    return found;
  }

  #one({ node, name }: NodeInstance, site: Site, def: CapabilityDef, assigned: YamlNode | undefined) {
    const known = assigned === undefined ? this.#unspoken.get(def) : undefined;
    return known ?? this.#make(def, assigned, { node: assigned ?? node, name: `${name}.${def.name}` }, site);
  }

  #make(
    def: CapabilityDef,
    assigned: YamlNode | undefined,
    place: { node: YamlNode; name: string },
    site: Site,
  ): CapabilityInstance {
    const { version, report } = this.#service;
    if (version !== '2.0') checkPlaces(assigned, def.properties, report);
    const properties = assigned?.kind === 'mapping' ? assigned.get('properties') : undefined;
    // tools of 1.x do not look for required properties of a capability that no template assigns to
    const reporter = assigned || version === '2.0' ? report : lenient(report);
    // the parser of the Infrastructure Manager looks for them without asking
    if (assigned instanceof YamlMapping && properties === undefined)
      this.#service.unsupported?.addMembers(assigned, { properties: {} });
    const attributes =
      assigned instanceof YamlMapping
        ? attributeCells(this.#service, { node: assigned, name: place.name }, def.attributes, def.attributes, site)
        : noCells;
    const values = assign(def.properties, properties, { ...place, section: 'properties' }, site, reporter);
    const shared = assigned === undefined && version !== '2.0' && !isComputed(def) && !lacksValue(def);
    const made = { name: def.name, def, properties: values, attributes, shared };
    if (shared) this.#unspoken.set(def, made);
    return made;
  }
}

/** Values of 1.x that stand beside the keyname `properties`, where no tool reads them. */
export function checkPlaces(node: YamlNode | undefined, defs: CapabilityDef['properties'], report: Reporter): void {
  // most have nothing but `properties`
  if (defs.size === 0 || node?.kind !== 'mapping' || (node.size === 1 && node.get('properties'))) return;
  node.each((value, key) => {
    if (defs.has(key) && !keynames.has(key))
      report.atKey(
        value,
        kinds.keynameMisplaced(key, 'is a property, and has no effect here: put it under properties'),
      );
  });
}

/** Of node templates and of assignments of capabilities, whatever properties have these names. */
const keynames: ReadonlySet<string> = new Set([
  ...['type', 'description', 'metadata', 'directives', 'properties', 'attributes', 'requirements', 'capabilities'],
  ...['interfaces', 'artifacts', 'node_filter', 'copy', 'occurrences', 'count'],
]);

const none = new YamlMapping(0);

function givenIn(written: YamlNode | undefined): YamlMapping {
  if (written === undefined || written.kind === 'mapping') return written ?? none;
  const listed = new YamlMapping(written.start);
  for (const [name, node] of named(written)) listed.entries.set(name, node);
  return listed;
}

const optional = new WeakMap<CapabilityDef, CapabilityDef['properties']>();

export function withoutRequired(def: CapabilityDef): CapabilityDef['properties'] {
  let found = optional.get(def);
  if (found === undefined) {
    const properties = [...def.properties].map(([name, property]) => [name, { ...property, required: false }] as const);
    found = openLike(new Map(properties), def.properties);
    optional.set(def, found);
  }
  return found;
}

/** Then each node that has the capability has to be named. */
function lacksValue({ properties }: CapabilityDef): boolean {
  for (const { required, default: value, fixed } of properties.values())
    if (required && value === undefined && fixed === undefined) return true;
  return false;
}

/** A default with functions may have a different value on each node, so nodes cannot share it. */
function isComputed({ properties }: CapabilityDef): boolean {
  for (const { default: value, fixed } of properties.values()) {
    if ((value && hasCalls(value)) || (fixed && hasCalls(fixed))) return true;
  }
  return false;
}
