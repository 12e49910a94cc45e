import { implementationOf, operationNode } from '../types/written-operations.ts';
import { isWithin, type YamlMapping, type YamlNode } from '../yaml/node.ts';
import type { OperationInstance, Relationship } from './instances.ts';

/**
 * Names of operations of a relationship that the Infrastructure Manager would run as another place has them: the template
 * assigns what its types give too, or a type above its own gives them where its own has an interface of that name.
 */
export const mixedOperations = ({ type, operations }: Relationship): readonly string[] => {
  if (type === undefined || operations.length === 0) return none;
  const [own, ...above] = type.chain.map(({ node }) => node);
  if (own === undefined) return none;
  return operations.filter((one) => isMixed(one, own, above)).map(({ operation }) => operation);
};

const none: readonly string[] = Object.freeze([]);

function isMixed(
  { face, operation, implementation, inputs }: OperationInstance,
  own: YamlMapping,
  above: readonly YamlMapping[],
) {
  const types = [own, ...above];
  const isOfTypes = (node: YamlNode): boolean => types.some((type) => isWithin(node, type));
  const isAssigned = [...inputs.values()].some(({ node }) => !isOfTypes(node));
  if (!isOfTypes(implementation)) return types.some((type) => gives(type, face, operation));
  return isAssigned || (!isWithin(implementation, own) && faceOf(own, face) !== undefined);
}

function faceOf(type: YamlMapping, face: string): YamlMapping | undefined {
  const faces = type.get('interfaces');
  const found = faces?.kind === 'mapping' ? faces.get(face) : undefined;
  return found?.kind === 'mapping' ? found : undefined;
}

function gives(type: YamlMapping, face: string, operation: string): boolean {
  const found = faceOf(type, face);
  return found !== undefined && implementationOf(operationNode(found, operation)) !== undefined;
}
