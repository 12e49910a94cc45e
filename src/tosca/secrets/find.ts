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
import {
  adding,
  allSecret,
  both,
  isDeclaredSecret,
  noSecrets,
  secretNames,
  secretsOfInput,
  under,
} from './declared.ts';
import { Flow } from './flow.ts';
import { secretsByName } from './places.ts';
import type { Secret } from './values.ts';

/**
 * The places of secrets in the topology that is made from a service, as paths: `['inputs', 'pin']`. Code that shows
 * values also checks the names of keys and what values look like.
 */
export class SecretPlaces {
  readonly #service: Service;
  readonly #flow: Flow;
  readonly #shared: Shared = new Map();
  readonly #ofNodes: Secret[] = [];

  constructor(service: Service) {
    this.#service = service;
    this.#flow = new Flow(service);
  }

  /** Adds the secrets of the node at this index of the result. */
  addNode(node: NodeInstance, index: number): void {
    const found = ofNode(this.#flow, node, this.#shared);
    for (const secret of within(['nodes', `${index}`], found)) this.#ofNodes.push(secret);
  }

  /** After the last node. */
  all(): readonly Secret[] {
    const { inputs, policies } = this.#service;
    const flow = this.#flow;
    return Object.freeze([
      ...[...inputs].flatMap(([name, { def, cell }]) =>
        within(['inputs', name], [...secretsOfInput(def), ...(cell ? flow.secretsOf(cell) : [])]),
      ),
      ...this.#ofNodes,
      ...ofOutputs(this.#service, flow),
      ...policies.flatMap(({ type, properties }, index) =>
        within(['policies', `${index}`, 'properties'], ofCells(flow, properties, membersOf(type).properties)),
      ),
    ]);
  }
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
      all.push(...within(['operations', operationKey(one), 'inputs', name], found));
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
    if (cell.node.kind === 'scalar' && !declared.has(name)) continue;
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
