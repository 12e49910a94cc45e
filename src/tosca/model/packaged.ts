import { deepFreeze } from '../frozen.ts';
import type { PackagedOperation } from '../topology.ts';
import type { RequirementDef } from '../types/definitions.ts';
import type { TypeDef } from '../types/type-def.ts';
import { sourceOf, YamlMapping, type YamlNode } from '../yaml/node.ts';
import { toJson } from '../yaml/scalar.ts';
import { draftsOfRelationship, ownDrafts } from './drafts.ts';

type Drafts = ReturnType<typeof draftsOfRelationship>;

const nobody: readonly PackagedOperation[] = Object.freeze([]);

const found = new WeakMap<Drafts, readonly PackagedOperation[]>();

/**
 * Operations that a type of a package has, of which only the inputs are known: the catalog keeps no files of packages. An
 * operation to which the template gives a file of its own is none of them. `def`: of a relationship's type.
 */
export function packagedOperations(
  type: TypeDef,
  node: YamlNode | undefined,
  def?: RequirementDef,
): readonly PackagedOperation[] {
  const drafts = draftsOfRelationship(type, def);
  const known = found.get(drafts) ?? packagedIn(drafts);
  found.set(drafts, known);
  if (known.length === 0 || !(node instanceof YamlMapping)) return known;
  const own = ownDrafts(drafts, node, undefined)?.operations;
  return known.filter((one) => own?.get(`${one.interface}.${one.name}`)?.implementation === undefined);
}

function packagedIn({ operations }: Drafts): readonly PackagedOperation[] {
  const packaged = [...operations.values()].flatMap(({ face, operation, implementation, inputs }) => {
    const values = implementation === undefined ? [...inputs].filter(([, value]) => isOfCatalog(value)) : [];
    if (values.length === 0) return [];
    const written = Object.fromEntries(values.map(([name, value]) => [name, toJson(value)]));
    return [{ interface: face, name: operation, inputs: deepFreeze(written) }];
  });
  return packaged.length === 0 ? nobody : Object.freeze(packaged);
}

/** Only what somebody wrote in a file has a place in it. */
const isOfCatalog = (value: YamlNode): boolean => sourceOf(value) === undefined;
