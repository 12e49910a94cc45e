import { weightOf } from '../budget.ts';
import type { Json } from '../topology.ts';
import type { TypeDef } from '../types/type-def.ts';
import { operationNode } from '../types/written-operations.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { isNull, present, setOwn, textOf, toJson } from '../yaml/scalar.ts';
import type { Service } from './service.ts';

type Values = Record<string, Json>;

/**
 * Notes what an assigned operation without an implementation inherits from the types of its node: the Infrastructure
 * Manager takes nothing from an operation of the type when the template assigns one of its name, and then finds no
 * file to run.
 */
export function noteInherited(
  { unsupported, budget }: Service,
  assigned: YamlMapping,
  { type, face, name }: { readonly type: TypeDef; readonly face: string; readonly name: string },
): void {
  if (unsupported === undefined || present(assigned.get('implementation'))) return;
  const layers = type.chain.flatMap(({ node }) => operationOf(node, face, name) ?? []);
  const [implementation] = layers.flatMap((layer) => present(implementationOf(layer)) ?? []);
  if (implementation === undefined) return;
  if (!budget.spend(sizeOf(layers))) return;
  unsupported.addMembers(assigned, { implementation: toJson(implementation) });
  const own = assigned.get('inputs');
  const inputs: Values = Object.assign({}, ...layers.toReversed().map(inputsOf));
  const missing = Object.entries(inputs).filter(([input]) => !(own instanceof YamlMapping && own.entries.has(input)));
  if (own instanceof YamlMapping) unsupported.addMembers(own, Object.fromEntries(missing));
  else if (missing.length > 0) unsupported.addMembers(assigned, { inputs });
}

function operationOf(type: YamlMapping, face: string, name: string): YamlNode | undefined {
  const interfaces = type.get('interfaces');
  const found = interfaces instanceof YamlMapping ? interfaces.get(face) : undefined;
  return found instanceof YamlMapping ? operationNode(found, name) : undefined;
}

/** Each node gets all inputs of its types, so that a short text may become a very long one. */
const sizeOf = (layers: readonly YamlNode[]): number =>
  layers.reduce((sum, layer) => sum + weightOf(inputsOf(layer)), 0);

const implementationOf = (operation: YamlNode): YamlNode | undefined =>
  operation instanceof YamlMapping ? operation.get('implementation') : operation;

/** Values by name. A type may define an input with its default, or give it a value. */
function inputsOf(operation: YamlNode): Values {
  const found: Values = {};
  const inputs = operation instanceof YamlMapping ? operation.get('inputs') : undefined;
  if (!(inputs instanceof YamlMapping)) return found;
  for (const [name, written] of inputs.entries) {
    const type = written instanceof YamlMapping ? textOf(written.get('type')) : undefined;
    const value = type !== undefined && written instanceof YamlMapping ? written.get('default') : written;
    if (value === undefined || isNull(value)) continue;
    setOwn(found, name, (type === 'string' ? textOf(value) : undefined) ?? toJson(value));
  }
  return found;
}
