import { checkAmong, Settler } from './functions/evaluation.ts';
import { checkBehaviour } from './model/behaviour.ts';
import { checkFilters, chooseTargets } from './model/candidates.ts';
import type { Cell } from './model/cell.ts';
import { instantiateGroups, instantiateOutputs, instantiatePolicies } from './model/collections.ts';
import type { NodeInstance, Relationship } from './model/instances.ts';
import type { Service } from './model/service.ts';
import { checkSubstitution } from './model/substitution.ts';

/** Phase 7: every value is worked out and held against its type: functions first, then conversion and constraints. */
export function evaluateValues(service: Service): void {
  service.groups = instantiateGroups(service);
  service.policies = instantiatePolicies(service);
  service.outputs = instantiateOutputs(service);
  checkBehaviour(service);
  checkSubstitution(service);
  const settler = new Settler(service);
  chooseTargets(service, settler);
  for (const cells of cellsOf(service)) settler.settle(cells);
  // conditions over other values came with 2.0
  if (service.version === '2.0') for (const cells of cellsOf(service)) checkAmong(service, cells);
  checkFilters(service, settler);
}

function* cellsOf(service: Service): Iterable<Iterable<Cell>> {
  for (const node of service.nodes.values()) yield cellsOfNode(node);
  for (const { instance } of service.relationships.values()) yield cellsOfRelationship(instance);
  for (const { properties, attributes } of service.groups.values()) {
    yield properties.values();
    yield attributes.values();
  }
  for (const { properties } of service.policies) yield properties.values();
  yield service.outputs.flatMap(({ cell }) => cell ?? []);
}

function* cellsOfNode(node: NodeInstance): Iterable<Cell> {
  if (node.count) yield node.count;
  yield* node.properties.values();
  yield* node.attributes.values();
  for (const { properties, attributes } of node.capabilities.values()) {
    yield* properties.values();
    yield* attributes.values();
  }
  for (const { relationship, others } of node.requirements) {
    yield* cellsOfRelationship(relationship);
    yield* others;
  }
  yield* node.others;
}

function* cellsOfRelationship({ properties, attributes, others }: Relationship): Iterable<Cell> {
  yield* properties.values();
  yield* attributes.values();
  yield* others;
}
