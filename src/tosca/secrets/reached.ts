/** The values that a function's path may lead to; all possible ones, where that is not certain. */

import { append } from '../append.ts';
import { hostsOf } from '../functions/entity.ts';
import { type Call, nothing } from '../functions/function.ts';
import { follow, type Reached } from '../functions/path.ts';
import type { Cell, Cells, NodeInstance, RequirementInstance, Site } from '../model/instances.ts';
import type { Service } from '../model/service.ts';
import type { PropertyDef, Schema } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import { remember } from '../types/type-def.ts';
import { operationNames, operationNode } from '../types/written-operations.ts';
import { named } from '../yaml/named.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { noSecrets, secretsOfDefinition } from './declared.ts';
import { type Step, stepOf } from './places.ts';
import type { Secret } from './values.ts';

/** A text of the template, and the place where its functions are evaluated. */
export interface Written {
  readonly node: YamlNode;
  readonly site: Site;
}

export interface Value {
  readonly cell: Cell | undefined;
  readonly schema: Schema | undefined;
  /** secrets that its definition declares */
  readonly declared: readonly Secret[];
  /** operations that set it */
  readonly from: readonly Written[];
  /** steps into the value */
  readonly path: readonly Step[];
}

/** The values of `[node, attribute]`, and the operations that set the attribute. */
export function attributesAt(service: Service, site: Site, words: readonly YamlNode[]): readonly Value[] {
  const places = placesAt(service, site, words);
  const values = valuesIn(places);
  const from: Written[] = [];
  for (const node of nodesIn(places, site, words)) addSetting(from, node, stepOf(words[1] ?? node.node));
  return from.length === 0
    ? values
    : [...values, { cell: undefined, schema: undefined, declared: noSecrets, from, path: [] }];
}

/** The properties and attributes that `[node, …]` may mean. */
export function valuesAt(service: Service, site: Site, words: readonly YamlNode[]): readonly Value[] {
  return valuesIn(placesAt(service, site, words));
}

function valuesIn(places: readonly Reached[]): readonly Value[] {
  const found: Value[] = [];
  for (const place of places) append(found, valuesOf(place));
  return found;
}

function valuesOf({ entity, rest }: Reached): readonly Value[] {
  const path = rest.map(stepOf);
  if (entity.is === 'capability') return among(entity.capability, entity.capability.def, path);
  if (entity.is === 'group') return among(entity.group, membersOf(entity.group.type), path);
  if (entity.is === 'relationship') {
    const { relationship } = entity;
    return among(relationship, relationship.type && membersOf(relationship.type), path);
  }
  return entity.is === 'node' ? ofNode(entity.node, path) : [];
}

interface Owner {
  readonly properties: Cells;
  readonly attributes: Cells;
}

interface Definitions {
  readonly properties: ReadonlyMap<string, PropertyDef>;
  readonly attributes: ReadonlyMap<string, PropertyDef>;
}

const sections = ['properties', 'attributes'] as const;

/** A name that is not known yet may be any, so all members count. */
function among(owner: Owner, defs: Definitions | undefined, [name, ...path]: readonly Step[]): Value[] {
  const found: Value[] = [];
  for (const section of sections) {
    const [cells, members] = [owner[section], defs?.[section]];
    if (name !== undefined) addMember(found, cells.get(name), members?.get(name), path);
    else
      for (const each of new Set([...cells.keys(), ...(members?.keys() ?? [])]))
        addMember(found, cells.get(each), members?.get(each), path);
  }
  return found;
}

/** Without a value, a definition that declares nothing has no secret. */
function addMember(found: Value[], cell: Cell | undefined, def: PropertyDef | undefined, path: readonly Step[]): void {
  const declared = def ? secretsOfDefinition(def) : noSecrets;
  if (cell || declared.length > 0) found.push({ cell, schema: def?.schema, declared, from: [], path });
}

/** Members of the node, of its capability of this name, and of what its first requirement of this name leads to. */
function ofNode(first: NodeInstance, steps: readonly Step[]): Value[] {
  const found: Value[] = [];
  let node: NodeInstance | undefined = first;
  for (let at = 0; node !== undefined; at += 1) {
    const [path, name] = [steps.slice(at), steps[at]];
    append(found, among(node, membersOf(node.type), path));
    if (at >= steps.length - 1 || name === undefined) break;
    const rest = steps.slice(at + 1);
    const capability = node.capabilities.get(name);
    if (capability) append(found, among(capability, capability.def, rest));
    const beyond: RequirementInstance | undefined = node.requirements.find((requirement) => requirement.name === name);
    if (beyond) append(found, atEnds(beyond, rest));
    node = beyond?.target;
  }
  return found;
}

/** Members of a relationship, and of the capabilities of the node at its end. */
const atEnds = ({ relationship, target }: RequirementInstance, rest: readonly Step[]): Value[] => [
  ...among(relationship, relationship.type && membersOf(relationship.type), rest),
  ...[...(target?.capabilities.values() ?? [])].flatMap((each) => among(each, each.def, rest)),
];

/** The interfaces of the node template and of the types that it derives from. */
const interfacesOf = (node: NodeInstance): readonly YamlMapping[] =>
  [node.node, ...node.type.chain.map((type) => type.node)].flatMap((owner) => {
    const found = owner.get('interfaces');
    return found instanceof YamlMapping ? [found] : [];
  });

const siteOf = (node: NodeInstance): Site => ({ node, relationship: undefined });

const settersKey = Symbol('interfaces that set attributes');

/** The interfaces of a template or type with an operation that sets attributes; hardly any has one. */
const settersIn = (owner: YamlMapping): readonly YamlMapping[] => {
  const interfaces = owner.get('interfaces');
  if (!(interfaces instanceof YamlMapping)) return [];
  return [...interfaces.entries.values()].filter(
    (one): one is YamlMapping => one instanceof YamlMapping && mapsOutputs(one),
  );
};

/** Adds the operations whose outputs are mapped to an attribute of this name. */
function addSetting(found: Written[], instance: NodeInstance, attribute: Step): void {
  const { node, type } = instance;
  const ofTypes = remember(type, settersKey, () => type.chain.flatMap((one) => settersIn(one.node)));
  for (const setters of [settersIn(node), ofTypes]) {
    for (const one of setters) {
      for (const name of operationNames(one)) {
        const operation = operationNode(one, name);
        if (sets(operation, attribute)) append(found, inputsOf(one, operation, siteOf(instance)));
      }
    }
  }
}

const mapping = new WeakMap<YamlMapping, boolean>();

/** Whether an operation of the interface has outputs. Many attributes may ask the same node, and hardly any has one. */
function mapsOutputs(one: YamlMapping): boolean {
  const known = mapping.get(one);
  if (known !== undefined) return known;
  const found = operationNames(one).some((name) => sets(operationNode(one, name), undefined));
  mapping.set(one, found);
  return found;
}

function sets(operation: YamlNode | undefined, attribute: Step): boolean {
  const outputs = operation instanceof YamlMapping ? operation.get('outputs') : undefined;
  if (outputs?.kind !== 'mapping') return false;
  return [...outputs.entries.values()].some(
    (mapping) =>
      mapping.kind === 'sequence' &&
      (attribute === undefined || mapping.items.some((item) => textOf(item) === attribute)),
  );
}

/** An operation also gets the inputs of its interface. */
const inputsOf = (owner: YamlMapping, operation: YamlNode | undefined, site: Site): Written[] =>
  [owner.get('inputs'), operation instanceof YamlMapping ? operation.get('inputs') : undefined].flatMap((node) =>
    node ? [{ node, site }] : [],
  );

/** The inputs of the operation that `[node, interface, operation, output]` names. */
export function operationsOf(service: Service, site: Site, words: readonly YamlNode[]): readonly Written[] {
  const [interfaceName = '', name = ''] = words.slice(1, 3).map(textOf);
  return nodesAt(service, site, words).flatMap((node) =>
    interfacesOf(node).flatMap((interfaces) => {
      const found = interfaces.get(interfaceName);
      return found instanceof YamlMapping ? inputsOf(found, operationNode(found, name), siteOf(node)) : [];
    }),
  );
}

/** The artifact of `[node, artifact]`, as the node template writes it. */
export function artifactOf(service: Service, site: Site, words: readonly YamlNode[]): Written | undefined {
  const name = textOf(words[1]);
  for (const node of nodesAt(service, site, words)) {
    const found = named(node.node.get('artifacts')).find(([each]) => each === name)?.[1];
    if (found) return { node: found, site: siteOf(node) };
  }
  return undefined;
}

/** HOST may be any node that hosts this one. */
function placesAt(service: Service, site: Site, words: readonly YamlNode[]): readonly Reached[] {
  const hosts = hostsAt(site, words);
  const inHosts = (rest: readonly YamlNode[]): readonly Reached[] =>
    hosts.map((node) => ({ entity: { is: 'node', node }, rest }));
  if (hosts.length > 0 && service.version !== '2.0') return inHosts(words.slice(1));
  const places = follow(silent(service, site, words), words)?.places ?? [];
  if (hosts.length === 0) return places;
  return places.flatMap((place) => (place.entity.is === 'open' ? inHosts(place.rest) : [place]));
}

const hostsAt = ({ node }: Site, [first]: readonly YamlNode[]): readonly NodeInstance[] =>
  node && textOf(first) === 'HOST' ? [...hostsOf(node)] : [];

const nodesAt = (service: Service, site: Site, words: readonly YamlNode[]): readonly NodeInstance[] =>
  nodesIn(placesAt(service, site, words), site, words);

function nodesIn(places: readonly Reached[], site: Site, words: readonly YamlNode[]): readonly NodeInstance[] {
  const nodes: NodeInstance[] = [];
  for (const { entity } of places) if (entity.is === 'node') nodes.push(entity.node);
  return nodes.length > 0 ? nodes : hostsAt(site, words);
}

const nowhere = new YamlMapping(0);
const none = () => nothing;

/** A call that reports nothing, since faults of a path were reported when it was evaluated. */
function silent(service: Service, site: Site, [first]: readonly YamlNode[]): Call {
  const node = nowhere;
  return {
    name: '',
    node,
    argument: first ?? node,
    service,
    site,
    argumentValue: none,
    argumentTexts: none,
    cell: none,
    refuse: none,
    postpone: none,
  };
}
