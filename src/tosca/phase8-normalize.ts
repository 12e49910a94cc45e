import { around } from './around.ts';
import { deepFreeze, frozenRecord } from './frozen.ts';
import { limits } from './limits.ts';
import { noteAsWritten } from './model/as-written.ts';
import { assigned } from './model/assigned.ts';
import { noteComputedCapabilities } from './model/computed-capabilities.ts';
import type { Cells, NodeInstance, OperationInstance } from './model/instances.ts';
import { areShared, type CapabilityInstance, type CapabilityInstances, type Cell } from './model/instances.ts';
import { operationKey } from './model/lifecycle.ts';
import { mixedOperations } from './model/mixed-operations.ts';
import { artifactsOf } from './model/node-artifacts.ts';
import { packagedOperations } from './model/packaged.ts';
import { notePeers } from './model/peers.ts';
import { noteRefined } from './model/refined-operations.ts';
import { scriptOf } from './model/scripts.ts';
import type { Service } from './model/service.ts';
import { unmetRequirements } from './model/unmet.ts';
import { workflowsOf } from './model/workflows.ts';
import { outputOf } from './output-of.ts';
import { policyOf } from './policy-of.ts';
import * as kinds from './problem-kinds.ts';
import { SecretPlaces } from './secrets/find.ts';
import { unusedDefaults } from './secrets/unused-defaults.ts';
import type { Json, Node, Operation, Operations, Requirement, Topology } from './topology.ts';
import { shortName } from './versions.ts';
import type { YamlNode } from './yaml/node.ts';
import { setOwn, textOf, toJson } from './yaml/scalar.ts';

/** Phase 8: makes the plain, frozen result, with nodes in the order of their requirements. */
export class Normalization {
  readonly #service: Service;
  readonly #nodes: Node[] = [];
  readonly #secrets: SecretPlaces;
  readonly #known = new Set<NodeInstance>();
  readonly #shared: Shared = { each: new Map(), all: new Map() };

  constructor(service: Service) {
    this.#service = service;
    this.#secrets = new SecretPlaces(service);
  }

  /** The values of the node must be known. */
  addNode(node: NodeInstance): void {
    this.#secrets.addNode(node);
    if (this.#service.unsupported) this.#noteForParser(node);
    this.#nodes.push(nodeOf(this.#service, node, this.#shared));
  }

  /** What the parser of a deployer needs in other words. Most readers of a template ask for no such words. */
  #noteForParser(node: NodeInstance): void {
    notePeers(this.#service, node, this.#known);
    this.#known.add(node);
    for (const requirement of node.requirements) noteRefined(this.#service, requirement, inputsOf);
    for (const note of [noteInstances, noteComputedCapabilities, noteOperations, noteDefaults, noteAsWritten])
      note(this.#service, node);
  }

  /** After the last node. */
  topology(): Topology {
    const { root, body, version, inputs, outputs, outputSchemas, policies } = this.#service;
    const description = textOf(root.get('description') ?? body?.get('description'));
    const metadata = root.get('metadata');
    const secrets = this.#secrets.all();
    const unused = unusedDefaults(this.#service, secrets);
    return Object.freeze({
      version: shortName(version),
      ...(description === undefined ? {} : { description }),
      metadata:
        metadata?.kind === 'mapping' ? (deepFreeze(toJson(metadata)) as Topology['metadata']) : Object.freeze({}),
      inputs: frozenRecord([...inputs].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]]))),
      nodes: Object.freeze(this.#nodes),
      outputs: Object.freeze(outputs.map((one) => outputOf(one, outputSchemas))),
      policies: Object.freeze(policies.map((policy) => policyOf(this.#service, policy, valuesOf(policy.properties)))),
      ...workflowsOf(this.#service),
      secrets,
      ...(unused.length > 0 && { unusedDefaults: deepFreeze(unused) }),
    });
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

type Capability = Node['capabilities'][string];

/** Results for capabilities without assignments, and for maps of these, which nodes share. */
interface Shared {
  readonly each: Map<CapabilityInstance, Capability>;
  readonly all: Map<CapabilityInstances, Node['capabilities']>;
}

function nodeOf(service: Service, node: NodeInstance, shared: Shared): Node {
  const made: Mutable<Node> = {
    name: node.name,
    type: node.type.name,
    types: node.type.ancestry,
    count: countOf(service, node),
    removalList: removalListOf(node),
    properties: valuesOf(node.properties),
    capabilities: shared.all.get(node.capabilities) ?? capabilitiesOf(node.capabilities, shared),
    requirements: Object.freeze(node.requirements.map((one) => requirementOf(service, one))),
  };
  const interfaces = assigned('interfaces', node.node, node.others);
  const artifacts = artifactsOf(service, node);
  if (interfaces !== undefined) made.interfaces = interfaces;
  if (artifacts !== undefined) made.artifacts = artifacts;
  const unmet = unmetRequirements(service, node);
  if (unmet.length > 0) made.unmet = unmet;
  if (node.operations.length > 0) made.operations = operationsOf(service, node.operations);
  const packaged = packagedOperations(service, node);
  if (packaged.length > 0) made.packaged = packaged;
  return Object.freeze(made);
}

function capabilitiesOf(capabilities: CapabilityInstances, shared: Shared): Node['capabilities'] {
  const made: Record<string, Capability> = {};
  for (const capability of capabilities.values()) made[capability.name] = capabilityOf(capability, shared);
  if (areShared(capabilities)) shared.all.set(capabilities, made);
  return Object.freeze(made);
}

function capabilityOf(capability: CapabilityInstance, { each }: Shared): Capability {
  const known = capability.shared ? each.get(capability) : undefined;
  if (known) return known;
  const { def, properties } = capability;
  const made = Object.freeze({ types: def.type?.ancestry ?? noNames, properties: valuesOf(properties) });
  if (capability.shared) each.set(capability, made);
  return made;
}

const noNames: readonly string[] = Object.freeze([]);

const noValues: { readonly [name: string]: Json } = Object.freeze({});

function valuesOf(cells: Cells): { readonly [name: string]: Json } {
  if (cells.size === 0) return noValues;
  const result: Record<string, Json> = {};
  for (const { name, value } of cells.values()) if (value !== undefined && value !== null) setOwn(result, name, value);
  return Object.freeze(result);
}

/** An input may share its cell with one of another name: aliases of YAML are one node. */
function inputsOf({ inputs }: OperationInstance): Operation['inputs'] {
  if (inputs.size === 0) return noValues;
  const result: Record<string, Json> = {};
  for (const [name, { value }] of inputs) if (value !== undefined && value !== null) setOwn(result, name, value);
  return Object.freeze(result);
}

/** 2.0 uses `count` of the template; without it, and in 1.x, the capability `scalable` decides. */
function countOf(service: Service, node: NodeInstance): number {
  if (node.count) return checkedCount(service, node, node.count, node.count.value);
  const scalable = node.capabilities.get('scalable')?.properties;
  for (const name of ['count', 'default_instances', 'min_instances']) {
    const cell = scalable?.get(name);
    if (cell === undefined || typeof cell.value !== 'number') continue;
    if (name === 'default_instances') checkBounds(service, node, cell);
    if (name === 'min_instances') checkOrder(service, node, cell);
    return checkedCount(service, node, cell, cell.value);
  }
  return 1;
}

/** In the standard's Scalable the default number lies between the two others. Bounds that no template gives do not count: they are 1. */
function checkBounds({ report }: Service, node: NodeInstance, { node: at, value }: Cell): void {
  const least = boundOf(node, 'min_instances') ?? -Infinity;
  const most = boundOf(node, 'max_instances') ?? Infinity;
  if (Number(value) >= least && Number(value) <= most) return;
  const allowed =
    least === -Infinity ? `at most ${most}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  report.at(
    at,
    kinds.countInvalid(`${node.name} has default_instances ${String(value)}; its scalable allows ${allowed}`),
  );
}

/** Then no number is allowed. A default beside them is named instead. */
function checkOrder({ report }: Service, node: NodeInstance, at: Cell): void {
  const [least, most] = [boundOf(node, 'min_instances'), boundOf(node, 'max_instances')];
  if (least === undefined || most === undefined || least <= most) return;
  report.at(
    at.node,
    kinds.countInvalid(`${node.name} has min_instances ${least}, more than its max_instances ${most}`),
  );
}

/** Undefined: the template does not give it, or only the deployment knows it. */
function boundOf({ node, capabilities }: NodeInstance, of: string): number | undefined {
  const found = capabilities.get('scalable')?.properties.get(of)?.value;
  return typeof found === 'number' && isWritten(node, ['capabilities', 'scalable', 'properties', of])
    ? found
    : undefined;
}

const allInstances = ['min_instances', 'max_instances', 'default_instances'];

/** For a parser that takes only numbers, only those that are written, and a default between its bounds. */
function noteInstances({ unsupported }: Service, { node, capabilities }: NodeInstance): void {
  const cells = capabilities.get('scalable')?.properties;
  const count = cells?.get('default_instances');
  const written = at(node, ['capabilities', 'scalable', 'properties']);
  if (unsupported === undefined || written?.kind !== 'mapping' || typeof count?.value !== 'number') return;
  const [min = 1, max = 1] = allInstances.map((name) => cells?.get(name)?.value);
  if (typeof min !== 'number' || typeof max !== 'number') return;
  const isWithin = min <= count.value && count.value <= max;
  if (isWithin && allInstances.every((name) => written.get(name)?.kind === 'scalar')) return;
  unsupported.addMembers(written, around(count.value, { min, max }));
}

/** For a parser that cannot work out what their types say. */
function noteDefaults({ unsupported }: Service, owner: NodeInstance): void {
  const { name: node, properties } = owner;
  unsupported?.placed.emptyDefaults.addNode({ name: node, properties });
  const cells = [...properties.values()].filter((cell) => unsupported?.holdsCallElsewhere(cell.node));
  const values = frozenRecord(cells.flatMap(({ name, value }) => (value == null ? [] : [[name, value]])));
  if (cells.length > 0) unsupported?.placed.addDefaults({ node, values }, owner);
}

/** The same for inputs of operations. */
function noteOperations({ unsupported }: Service, owner: NodeInstance): void {
  const { name: node, operations, requirements } = owner;
  if (unsupported === undefined) return;
  for (const { inputs } of [...operations, ...requirements.flatMap(({ relationship }) => relationship.operations)])
    for (const { node: written, value } of inputs.values())
      if (value !== undefined && written.kind !== 'scalar') unsupported.calls.addNothing(written, value);
  for (const one of operations) {
    const { face, operation, implementation, inputs } = one;
    const written = [...inputs.values()].map((cell) => cell.node).filter((each) => unsupported.calls.isIn(each));
    if (written.length === 0) continue;
    const isElsewhere = written.some((each) => unsupported.holdsCallElsewhere(each));
    const values = { node, face, operation, implementation: toJson(implementation), inputs: inputsOf(one) };
    unsupported.placed.addOperation(values, { place: owner, isElsewhere, written });
  }
}

const isWritten = (node: YamlNode, path: readonly string[]): boolean => at(node, path) !== undefined;

function at(node: YamlNode, path: readonly string[]): YamlNode | undefined {
  let found: YamlNode | undefined = node;
  for (const step of path) found = found?.kind === 'mapping' ? found.get(step) : undefined;
  return found;
}

/** A count that only the deployment can tell is taken as one. */
function checkedCount(service: Service, { name }: NodeInstance, cell: Cell, count: Json | undefined): number {
  if (cell.deferred || count === undefined) return 1;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= limits.instances) return count;
  const reason = `${name} asks for ${JSON.stringify(count)} instances; 0 to ${limits.instances} are allowed`;
  service.report.at(cell.node, kinds.countInvalid(reason));
  return 1;
}

function removalListOf(node: NodeInstance): readonly string[] {
  const value = node.capabilities.get('scalable')?.properties.get('removal_list')?.value;
  if (!Array.isArray(value)) return noNames;
  return Object.freeze((value as readonly Json[]).filter((item) => typeof item === 'string'));
}

/** By interface and name, so that the places of secrets in them are the same in a translation. */
function operationsOf(service: Service, operations: readonly OperationInstance[]): Operations {
  const found: { [name: string]: Operation } = {};
  for (const one of operations) {
    const { face, operation: name, of } = one;
    const script = Object.freeze(scriptOf(service, one));
    const made = { interface: face, name, ...(of && { of }), script, inputs: inputsOf(one) };
    found[operationKey(one)] = Object.freeze(made);
  }
  return Object.freeze(found);
}

function requirementOf(
  service: Service,
  { name, targetName, capability, def, node, relationship }: NodeInstance['requirements'][number],
): Requirement {
  const capabilityName = capability ?? def?.capabilityName;
  const type = relationship.type?.name;
  const properties = valuesOf(relationship.properties);
  const inline = node.kind === 'mapping' ? node.get('relationship') : undefined;
  const interfaces = assigned('interfaces', inline, relationship.others);
  const made: Mutable<Requirement> = { name };
  const named = textOf(node.kind === 'mapping' ? node.get('node') : node);
  if (targetName !== undefined) made.node = targetName;
  else if (named !== undefined) made.nodeType = named;
  if (capabilityName !== undefined) made.capability = capabilityName;
  if (type !== undefined) made.relationship = type;
  const { ancestry = noNames } = relationship.type ?? {};
  // the first is the type itself, and the last is the root
  if (ancestry.length > 2) made.relationshipBases = Object.freeze(ancestry.slice(1, -1));
  if (properties !== noValues && Object.keys(properties).length > 0) made.properties = properties;
  if (interfaces !== undefined) made.interfaces = interfaces;
  if (relationship.operations.length > 0) made.operations = operationsOf(service, relationship.operations);
  const mixed = mixedOperations(relationship);
  if (mixed.length > 0) made.mixed = Object.freeze(mixed);
  const packaged = packagedOperations(service, { type: relationship.type, node: inline, def });
  if (packaged.length > 0) made.packaged = packaged;
  return Object.freeze(made);
}
