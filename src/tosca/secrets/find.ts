import { append } from '../append.ts';
import {
  areShared,
  type CapabilityInstance,
  type CapabilityInstances,
  type Cells,
  type NodeInstance,
  type OperationInstance,
} from '../model/instances.ts';
import { operationKey } from '../model/lifecycle.ts';
import type { Service } from '../model/service.ts';
import type { PropertyDef } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import { named } from '../yaml/named.ts';
import { Backward } from './backward.ts';
import { adding, allSecret, both, isDeclaredSecret, noSecrets, secretNames, under } from './declared.ts';
import { Flow } from './flow.ts';
import { addFurther, addUnshown } from './further.ts';
import { secretsByName } from './places.ts';
import type { Secret } from './values.ts';

/**
 * The places of secrets in the topology that is made from a service, as paths: `['inputs', 'pin']`. Code that shows
 * values also checks the names of keys and what values look like.
 */
export class SecretPlaces {
  readonly #service: Service;
  readonly #flow: Flow;
  readonly #backward: Backward;
  readonly #shared: Shared = new Map();
  readonly #nodes: NodeInstance[] = [];
  readonly #ofNodes: Secret[] = [];

  constructor(service: Service) {
    this.#service = service;
    this.#flow = new Flow(service);
    this.#backward = new Backward(service);
  }

  /** Adds the secrets of the next node of the result. */
  addNode(node: NodeInstance): void {
    addPlaces(this.#backward, node);
    addUnshown(this.#backward, node);
    for (const secret of within(['nodes', `${this.#nodes.length}`], ofNode(this.#flow, node, this.#shared)))
      this.#ofNodes.push(secret);
    this.#nodes.push(node);
  }

  /** After the last node. */
  all(): readonly Secret[] {
    const { outputs, policies, groups, relationships } = this.#service;
    for (const { type, properties } of [...policies, ...groups.values()])
      addCells(this.#backward, properties, membersOf(type).properties);
    for (const { type, instance } of relationships.values())
      addCells(this.#backward, instance.properties, type && membersOf(type).properties);
    addFurther(this.#backward, this.#service);
    for (const { name, cell } of outputs) if (cell) this.#backward.addPlace(name, cell);
    return Object.freeze(this.#backward.isEmpty ? this.#with(this.#flow, this.#ofNodes) : this.#again());
  }

  /** With what becomes a secret at a later place, the nodes before it may have more secrets. Hardly any template has such. */
  #again(): readonly Secret[] {
    const flow = new Flow(this.#service, this.#backward);
    const shared: Shared = new Map();
    return this.#with(
      flow,
      this.#nodes.flatMap((node, index) => within(['nodes', `${index}`], ofNode(flow, node, shared))),
    );
  }

  #with(flow: Flow, ofNodes: readonly Secret[]): readonly Secret[] {
    const { inputs, policies } = this.#service;
    return [
      ...[...inputs].flatMap(([name, input]) => within(['inputs', name], flow.secretsOfInput(name, input))),
      ...ofNodes,
      ...ofOutputs(this.#service, flow),
      ...policies.flatMap(({ type, properties }, index) =>
        within(['policies', `${index}`, 'properties'], ofCells(flow, properties, membersOf(type).properties)),
      ),
    ];
  }
}

/** The places of a node that may be secrets, for what becomes their value. */
function addPlaces(
  backward: Backward,
  { properties, attributes, type, capabilities, operations, requirements }: NodeInstance,
) {
  const members = membersOf(type);
  if (properties.size > 0) addCells(backward, properties, members.properties);
  if (attributes.size > 0) addCells(backward, attributes, members.attributes);
  if (!areShared(capabilities))
    for (const { def, properties: inCapability, shared } of capabilities.values())
      if (!shared && inCapability.size > 0) addCells(backward, inCapability, def.properties);
  for (const { inputs } of operations) addCells(backward, inputs, undefined);
  for (const { relationship } of requirements) {
    addCells(backward, relationship.properties, relationship.type && membersOf(relationship.type).properties);
    for (const { inputs } of relationship.operations) addCells(backward, inputs, undefined);
  }
}

function addCells(backward: Backward, cells: Cells, defs: ReadonlyMap<string, PropertyDef> | undefined): void {
  // an input may share its cell with one of another name, so the key of the map is its name
  // a loop over the entries would make a list for each
  cells.forEach((cell, name) => {
    if (cell.node.kind !== 'scalar') backward.addPlace(name, cell, defs?.get(name));
  });
}

const within = (path: readonly string[], secrets: readonly Secret[]): readonly Secret[] =>
  secrets.length === 0 ? noSecrets : secrets.map(({ at, is }) => ({ at: [...path, ...at], is }));

/** secrets of capabilities without assignments, and of maps of these, which nodes share */
type Shared = Map<CapabilityInstance | CapabilityInstances, readonly Secret[]>;

function ofNode(
  flow: Flow,
  { properties, capabilities, type, operations, requirements }: NodeInstance,
  shared: Shared,
): readonly Secret[] {
  let all = adding('properties', ofCells(flow, properties, membersOf(type).properties), undefined);
  all = adding('capabilities', shared.get(capabilities) ?? ofCapabilities(flow, capabilities, shared), all);
  const inOwn = inOperations(flow, operations);
  if (inOwn.length > 0) all = [...(all ?? []), ...inOwn];
  for (let index = 0; index < requirements.length; index += 1) {
    const found = inOperations(flow, requirements[index]?.relationship.operations ?? []);
    if (found.length > 0) all = [...(all ?? []), ...within(['requirements', `${index}`], found)];
  }
  return all ?? noSecrets;
}

function ofCapabilities(flow: Flow, capabilities: CapabilityInstances, shared: Shared): readonly Secret[] {
  let all: Secret[] | undefined;
  for (const capability of capabilities.values()) {
    const { name } = capability;
    const known = capability.shared ? shared.get(capability) : undefined;
    const found = known ?? ofCells(flow, capability.properties, capability.def.properties);
    if (capability.shared && known === undefined) shared.set(capability, found);
    if (found.length > 0) all = adding(name, under('properties', found), all);
  }
  const found = all ?? noSecrets;
  if (areShared(capabilities)) shared.set(capabilities, found);
  return found;
}

/** An input of an operation is a secret by its name, its type, or where its value comes from. */
function inOperations(flow: Flow, operations: readonly OperationInstance[]): readonly Secret[] {
  if (operations.length === 0) return noSecrets;
  let all: Secret[] | undefined;
  for (const one of operations)
    for (const [name, cell] of one.inputs) {
      const found = both(secretsByName([name]), flow.secretsOf(cell));
      if (found.length === 0) continue;
      all ??= [];
      append(all, within(['operations', operationKey(one), 'inputs', name], found));
    }
  return all ?? noSecrets;
}

function ofCells(flow: Flow, cells: Cells, defs: ReadonlyMap<string, PropertyDef>): readonly Secret[] {
  if (cells.size === 0) return noSecrets;
  let all: Secret[] | undefined;
  const declared = secretNames(defs);
  for (const cell of cells.values()) {
    const { name } = cell;
    // a value that is written out is a secret only if its definition says so
    if (cell.node.kind === 'scalar' && !declared.has(name) && !flow.isMarked(cell)) continue;
    all = adding(name, flow.secretsOf(cell), all);
    if (isDeclaredSecret(defs.get(name)?.node)) all = adding(name, allSecret, all);
  }
  return all ?? noSecrets;
}

function ofOutputs({ body, outputs }: Service, flow: Flow): readonly Secret[] {
  const declared = new Set(
    named(body?.get('outputs')).flatMap(([name, node]) => (isDeclaredSecret(node) ? [name] : [])),
  );
  return outputs.flatMap(({ name, cell }, index) => {
    const secrets = declared.has(name) ? allSecret : [...secretsByName([name]), ...(cell ? flow.secretsOf(cell) : [])];
    return within(['outputs', `${index}`, 'value'], secrets);
  });
}
