import { settle } from './functions/evaluation.ts';
import type { Cell } from './model/cell.ts';
import { instantiateGroups, instantiateOutputs, instantiatePolicies } from './model/collections.ts';
import type { NodeInstance } from './model/instances.ts';
import type { Service } from './model/service.ts';

/** Phase 7: every value is worked out and held against its type: functions first, then conversion and constraints. */
export function evaluateValues(service: Service): void {
  service.groups = instantiateGroups(service);
  service.policies = instantiatePolicies(service);
  service.outputs = instantiateOutputs(service);
  for (const node of service.nodes.values()) settle(service, cellsOf(node));
  for (const group of service.groups.values()) settle(service, group.properties.values());
  for (const policy of service.policies) settle(service, policy.properties.values());
  settle(
    service,
    service.outputs.flatMap(({ cell }) => cell ?? []),
  );
}

function* cellsOf(node: NodeInstance): Iterable<Cell> {
  yield* node.properties.values();
  yield* node.attributes.values();
  for (const { properties } of node.capabilities.values()) yield* properties.values();
  for (const { relationship } of node.requirements) yield* relationship.properties.values();
  yield* node.others;
}
