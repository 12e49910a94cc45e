import type { Json } from '../topology.ts';
import { refiningLayers } from '../types/refined-relationship.ts';
import { isWithin, type YamlNode } from '../yaml/node.ts';
import { toJson } from '../yaml/scalar.ts';
import type { OperationInstance, Relationship, RequirementInstance } from './instances.ts';
import type { Service } from './service.ts';

/**
 * Notes the operations that the definition of a requirement gives its relationship, with all inputs: the Infrastructure
 * Manager's parser takes nothing but the name of the relationship's type from there (tosca-parser 2.15.0).
 */
export function noteRefined(
  { unsupported }: Service,
  { node, relationship }: RequirementInstance,
  inputsOf: (operation: OperationInstance) => { readonly [name: string]: Json },
): void {
  const { type } = relationship;
  if (unsupported === undefined || type === undefined) return;
  const refined = refinedOperations(relationship);
  const written = relationship.operations.flatMap((one) =>
    [...one.inputs.values()].map((input) => input.node).filter((input) => unsupported.calls.isIn(input)),
  );
  // what its type or its template says may mean something else for each requirement
  const noted = written.length > 0 ? relationship.operations : refined;
  if (noted.length === 0) return;
  const operations = noted.map((one) => ({
    ...{ face: one.face, operation: one.operation, implementation: toJson(one.implementation) },
    inputs: inputsOf(one),
  }));
  const placed = { place: relationship, isElsewhere: refined.length > 0, written };
  unsupported.placed.addRelationship(node, { type: type.name, operations }, placed);
  for (const { implementation, inputs } of noted)
    unsupported.placed.addOfType(
      implementation,
      [...inputs.values()].map((input) => input.node),
    );
}

function refinedOperations({ type, def, operations }: Relationship): readonly OperationInstance[] {
  if (type === undefined || operations.length === 0) return [];
  const written = refiningLayers(type, def)?.layers.slice(0, def?.refinements.length) ?? [];
  if (written.length === 0) return [];
  const isRefined = (node: YamlNode): boolean => written.some((layer) => isWithin(node, layer.node));
  return operations.filter(
    ({ implementation, inputs }) =>
      isRefined(implementation) || [...inputs.values()].some((input) => isRefined(input.node)),
  );
}
