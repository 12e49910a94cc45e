import { checkAmong, Settler } from './functions/evaluation.ts';
import { checkBehaviour } from './model/behaviour.ts';
import { checkFilters, chooseTargets } from './model/candidates.ts';
import { checkCapabilityCounts } from './model/capability-counts.ts';
import { instantiateGroups, instantiateOutputs, instantiatePolicies } from './model/collections.ts';
import { areShared, type Cell, type NodeInstance, type Relationship } from './model/instances.ts';
import { checkIndexes } from './model/requirement-index.ts';
import type { Service } from './model/service.ts';
import { checkSubstitution } from './model/substitution.ts';

/**
 * Phase 7: works out every value and checks it against its type: functions first, then conversion and constraints. The
 * values of a node are worked out when phase 8 needs them, and the others at the end.
 */
export class Values {
  readonly #service: Service;
  readonly #settler: Settler;
  readonly #shared: Shared = new Set();
  readonly #settle = (cell: Cell): void => this.#settler.settle(cell);

  constructor(service: Service) {
    service.groups = instantiateGroups(service);
    service.policies = instantiatePolicies(service);
    service.outputs = instantiateOutputs(service);
    checkBehaviour(service);
    checkSubstitution(service);
    this.#service = service;
    this.#settler = new Settler(service);
    settleInputs(service, this.#settler);
    if (service.mayFilter) chooseTargets(service, this.#settler);
  }

  settle(node: NodeInstance): void {
    visitNode(node, this.#shared, this.#settle);
  }

  /** Works out all that belongs to no node, and checks what needs the values of several nodes. */
  settleOthers(): void {
    const service = this.#service;
    visitOthers(service, this.#settle);
    checkCapabilityCounts(service);
    // conditions over several values came with 2.0
    if (service.version === '2.0') {
      visitCells(service, (cell) => checkAmong(service, cell));
      checkIndexes(service, this.#settler);
    }
    if (service.mayFilter) checkFilters(service, this.#settler);
  }
}

/** Works out computed defaults. One that only the deployment can tell stays an expression wherever the input is used. */
function settleInputs(service: Service, settler: Settler): void {
  for (const input of service.inputs.values()) {
    if (input.cell === undefined) continue;
    settler.settle(input.cell);
    input.value = input.cell.deferred ? undefined : input.cell.value;
  }
}

type Visit = (cell: Cell) => void;

function visitCells(service: Service, visit: Visit): void {
  const shared: Shared = new Set();
  for (const node of service.nodes.values()) visitNode(node, shared, visit);
  visitOthers(service, visit);
}

function visitOthers(service: Service, visit: Visit): void {
  for (const { instance } of service.relationships.values()) visitRelationship(instance, visit);
  for (const group of service.groups.values()) visitValues(group, visit);
  for (const { properties } of service.policies) for (const cell of properties.values()) visit(cell);
  for (const { cell } of service.outputs) if (cell) visit(cell);
}

/** capabilities that nodes share, and maps of these, once they were visited */
type Shared = Set<object>;

function visitNode(node: NodeInstance, shared: Shared, visit: Visit): void {
  if (node.count) visit(node.count);
  visitValues(node, visit);
  if (!shared.has(node.capabilities)) visitCapabilities(node, shared, visit);
  for (const { relationship, others } of node.requirements) {
    visitRelationship(relationship, visit);
    for (const cell of others) visit(cell);
  }
  visitOperations(node, visit);
}

function visitCapabilities({ capabilities }: NodeInstance, shared: Shared, visit: Visit): void {
  for (const capability of capabilities.values()) {
    if (shared.has(capability)) continue;
    visitValues(capability, visit);
    if (capability.shared) shared.add(capability);
  }
  if (areShared(capabilities)) shared.add(capabilities);
}

function visitRelationship(relationship: Relationship, visit: Visit): void {
  visitValues(relationship, visit);
  visitOperations(relationship, visit);
}

function visitOperations({ others, operations }: Pick<Relationship, 'others' | 'operations'>, visit: Visit): void {
  for (const cell of others) visit(cell);
  for (const { inputs } of operations) for (const cell of inputs.values()) visit(cell);
}

function visitValues({ properties, attributes }: Pick<Relationship, 'properties' | 'attributes'>, visit: Visit): void {
  // most have none, and an iterator costs more than a look
  if (properties.size > 0) for (const cell of properties.values()) visit(cell);
  if (attributes.size > 0) for (const cell of attributes.values()) visit(cell);
}
