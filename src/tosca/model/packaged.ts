import { knownAddress } from '../catalog/catalog.ts';
import { deepFreeze } from '../frozen.ts';
import type { ResolvedImport } from '../resolved-imports.ts';
import type { PackagedOperation } from '../topology.ts';
import type { RequirementDef } from '../types/definitions.ts';
import type { TypeDef } from '../types/type-def.ts';
import { sourceOf, YamlMapping, type YamlNode } from '../yaml/node.ts';
import { toJson } from '../yaml/scalar.ts';
import { draftsOfRelationship, ownDrafts } from './drafts.ts';
import type { Service } from './service.ts';

type Drafts = ReturnType<typeof draftsOfRelationship>;

const nobody: readonly PackagedOperation[] = Object.freeze([]);

/** A node or a relationship. */
interface Owner {
  readonly type: TypeDef | undefined;
  readonly node: YamlNode | undefined;
  /** of a relationship: the definition of its requirement */
  readonly def?: RequirementDef | undefined;
}

const copies = new WeakMap<Service, boolean>();

/** Whether the catalog's packages are what the provider will fetch: of another branch of one it has no copy. */
function areCopies(service: Service): boolean {
  const known = copies.get(service);
  if (known !== undefined) return known;
  const made = service.taken.every(isCopy);
  copies.set(service, made);
  return made;
}

const isCopy = ({ address, file }: ResolvedImport): boolean =>
  file !== 'dodas-custom-types.yaml' && knownAddress(address)?.instead === undefined;

const found = new WeakMap<Drafts, readonly PackagedOperation[]>();

/**
 * Operations that a type of a package has, of which only the inputs are known: the catalog keeps no files of packages. An
 * operation to which the template gives a file of its own is none of them.
 */
export function packagedOperations(service: Service, { type, node, def }: Owner): readonly PackagedOperation[] {
  if (type === undefined || !areCopies(service)) return nobody;
  const drafts = draftsOfRelationship(type, def);
  const known = packagedOnce(drafts);
  if (known.length === 0 || !(node instanceof YamlMapping)) return known;
  const own = ownDrafts(drafts, node, undefined)?.operations;
  return known.filter((one) => own?.get(`${one.interface}.${one.name}`)?.implementation === undefined);
}

function packagedOnce(drafts: Drafts): readonly PackagedOperation[] {
  const known = found.get(drafts);
  if (known !== undefined) return known;
  const made = packagedIn(drafts);
  found.set(drafts, made);
  return made;
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
