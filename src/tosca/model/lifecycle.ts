import type { RequirementDef } from '../types/definitions.ts';
import type { InterfaceDef } from '../types/interfaces.ts';
import { membersOf } from '../types/members.ts';
import { interfacesOf } from '../types/refined-relationship.ts';
import { remember, type TypeDef } from '../types/type-def.ts';
import type { YamlMapping } from '../yaml/node.ts';
import { draftsOfRelationship, implementedIn, merged, ownDrafts } from './drafts.ts';
import {
  type Cell,
  type CellOf,
  cellsByNode,
  MildCell,
  noCells,
  noOperations,
  type OperationInstance,
  type Site,
} from './instances.ts';

/**
 * The operations that have an implementation, with their inputs: what the types define, and what the template says
 * about it. Only inputs are values; the rest is text.
 */
export function operationsOf({ type, def, node, site, name, others }: Owner): readonly OperationInstance[] {
  const ofType = draftsOfRelationship(type, def);
  const own = node ? ownDrafts(ofType, node, undefined) : undefined;
  const drafts = own ? implementedIn(ofType.operations, own.operations) : ofType.implemented;
  if (drafts.length === 0) return noOperations;
  const interfaces = interfacesOf(type, def);
  let known: CellOf | undefined;
  return drafts.map(({ face, operation, implementation, inputs }) => {
    const values = merged(own?.shared.get(face) ?? ofType.shared.get(face), inputs);
    const artifacts = own?.artifacts ?? ofType.artifacts;
    const of = def ? kindIn(interfaces, face) : kindOf(type, face);
    if (values.size === 0) return { face, operation, of, implementation, inputs: noCells, artifacts };
    const schemas = interfaces.get(face)?.operations.get(operation)?.inputs;
    const cells = new Map<string, Cell>();
    known ??= cellsByNode(others);
    for (const [input, value] of values) {
      const label = `${face}.${operation}.${input}`;
      cells.set(input, known(value) ?? new MildCell(value, schemas?.get(input)?.schema, site, name, label));
    }
    return { face, operation, of, implementation, inputs: cells, artifacts };
  });
}

/** A node or a relationship. */
interface Owner {
  readonly type: TypeDef;
  /** of a relationship: the definition of its requirement */
  readonly def?: RequirementDef | undefined;
  /** its template; undefined: a relationship of which only the type is known */
  readonly node: YamlMapping | undefined;
  readonly site: Site;
  readonly name: string;
  /** cells that the template's values have already */
  readonly others: readonly Cell[];
}

const kindsKey = Symbol('kinds of interfaces');

const noKinds = () => new Map<string, OperationInstance['of']>();

const kindOf = (type: TypeDef, face: string): OperationInstance['of'] => {
  const kinds = remember(type, kindsKey, noKinds);
  if (!kinds.has(face)) kinds.set(face, kindIn(membersOf(type).interfaces, face));
  return kinds.get(face);
};

/** By the interface's type; a template may use the usual name of an interface that its type does not define. */
function kindIn(interfaces: ReadonlyMap<string, InterfaceDef>, face: string): OperationInstance['of'] {
  const names = interfaces.get(face)?.type?.ancestry ?? [face];
  if (names.some((name) => /(^|\.)Standard$/.test(name))) return 'standard';
  return names.some((name) => /(^|\.)Configure$/.test(name)) ? 'configure' : undefined;
}

/** `standard.create`: the same in every version, whatever a template calls the interface. */
export const operationKey = ({ of, face, operation }: OperationInstance): string => `${of ?? face}.${operation}`;
