import { remember, type TypeDef } from '../types/type-def.ts';
import { operationNames, operationNode } from '../types/written-operations.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';

const key = Symbol('attributes that operations write');
const written = new WeakMap<YamlMapping, ReadonlySet<string>>();

/**
 * Whether the output of an operation becomes the attribute (`outputs: { url: [SELF, endpoint] }`, 1.3 section 3.6.15):
 * then its value comes with the operation, whatever the template gives it before. `template`: undefined where only the
 * type is known.
 */
export const isWrittenByOperation = (
  type: TypeDef | undefined,
  template: YamlMapping | undefined,
  name: string,
): boolean => {
  if (type !== undefined && writtenBy(type).has(name)) return true;
  // not through its entries: each template that somebody asks would get a Map for good
  if (template?.get('interfaces') === undefined) return false;
  const known = written.get(template);
  const own = known ?? attributesWrittenIn(template);
  if (known === undefined) written.set(template, own);
  return own.has(name);
};

const writtenBy = (type: TypeDef): ReadonlySet<string> =>
  remember(type, key, () => new Set(type.chain.flatMap(({ node }) => [...attributesWrittenIn(node)])));

const none: ReadonlySet<string> = new Set();

const attributesWrittenIn = (owner: YamlMapping): ReadonlySet<string> => {
  const interfaces = owner.get('interfaces');
  if (!(interfaces instanceof YamlMapping)) return none;
  const found = new Set<string>();
  for (const face of interfaces.entries.values()) {
    if (!(face instanceof YamlMapping)) continue;
    for (const operation of operationNames(face)) addOutputs(found, operationNode(face, operation));
  }
  return found;
};

function addOutputs(found: Set<string>, operation: YamlNode | undefined): void {
  const outputs = operation instanceof YamlMapping ? operation.get('outputs') : undefined;
  if (!(outputs instanceof YamlMapping)) return;
  for (const path of outputs.entries.values()) {
    const [owner, name] = path.kind === 'sequence' ? path.items.map(textOf) : [];
    if (owner === 'SELF' && name !== undefined) found.add(name);
  }
}
