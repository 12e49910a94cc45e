import { operationNames, operationNode } from '../types/interfaces.ts';
import { membersOf } from '../types/members.ts';
import { propertyDef } from '../types/schema.ts';
import type { Scope, TypeDef } from '../types/type-def.ts';
import { remember } from '../types/type-def.ts';
import { isCall, YamlMapping, type YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import { type Cell, cellsByNode, MildCell, type OperationInstance, type Site } from './instances.ts';
import { named } from './service.ts';

/**
 * The operations that have an implementation, with their inputs: what the types define, and what the template says
 * about it. Only inputs are values; the rest is text.
 */
export function operationsOf({ type, node, site, name, others }: Owner): readonly OperationInstance[] {
  const { operations, shared, artifacts } = node ? extended(draftsOf(type), node, undefined) : draftsOf(type);
  let found: OperationInstance[] | undefined;
  let known: ReadonlyMap<YamlNode, Cell> | undefined;
  for (const { face, operation, implementation, inputs } of operations.values()) {
    if (implementation === undefined) continue;
    const schemas = membersOf(type).interfaces.get(face)?.operations.get(operation)?.inputs;
    const cells = new Map<string, Cell>();
    for (const [input, value] of merged(shared.get(face), inputs)) {
      known ??= cellsByNode(others);
      const label = `${face}.${operation}.${input}`;
      cells.set(input, known.get(value) ?? new MildCell(value, schemas?.get(input)?.schema, site, name, label));
    }
    found ??= [];
    found.push({ face, operation, of: kindOf(type, face), implementation, inputs: cells, artifacts });
  }
  return found ?? noOperations;
}

/** The values of both; those of `more` count where both have one. */
const merged = (
  some: ReadonlyMap<string, YamlNode> | undefined,
  more: ReadonlyMap<string, YamlNode>,
): ReadonlyMap<string, YamlNode> =>
  some === undefined || some.size === 0 ? more : more.size === 0 ? some : new Map([...some, ...more]);

/** A node or a relationship. */
interface Owner {
  readonly type: TypeDef;
  /** its template; undefined: a relationship of which only the type is known */
  readonly node: YamlMapping | undefined;
  readonly site: Site;
  readonly name: string;
  /** cells that the template's values have already */
  readonly others: readonly Cell[];
}

export const noOperations: readonly OperationInstance[] = Object.freeze([]);

interface Draft {
  readonly face: string;
  readonly operation: string;
  readonly implementation: YamlNode | undefined;
  readonly inputs: ReadonlyMap<string, YamlNode>;
}

interface Drafts {
  /** by interface and name */
  readonly operations: ReadonlyMap<string, Draft>;
  /** inputs of all operations of an interface */
  readonly shared: ReadonlyMap<string, ReadonlyMap<string, YamlNode>>;
  readonly artifacts: ReadonlyMap<string, YamlNode>;
}

const none: Drafts = { operations: new Map(), shared: new Map(), artifacts: new Map() };
const draftsKey = Symbol('operations');

const draftsOf = (type: TypeDef): Drafts =>
  remember(type, draftsKey, () => {
    const { parent } = type;
    if (parent && type.chain.length === parent.chain.length + 1)
      return extended(draftsOf(parent), type.node, type.scope);
    return type.chain.toReversed().reduce((known, one) => extended(known, one.node, one.scope), none);
  });

/** `scope`: of a type, whose inputs are definitions; a template gives values. */
function extended(known: Drafts, node: YamlMapping, scope: Scope | undefined): Drafts {
  const faces = named(node.get('interfaces')).filter((entry): entry is [string, YamlMapping] => isMapping(entry[1]));
  const own = named(node.get('artifacts'));
  if (faces.length + own.length === 0) return known;
  const operations = new Map(known.operations);
  const shared = new Map(known.shared);
  for (const [face, written] of faces) {
    shared.set(face, withInputs(shared.get(face), written.get('inputs'), scope));
    for (const operation of operationNames(written)) {
      const before = operations.get(`${face}.${operation}`);
      operations.set(`${face}.${operation}`, drafted(before, { face, operation }, written, scope));
    }
  }
  return { operations, shared, artifacts: own.length === 0 ? known.artifacts : new Map([...known.artifacts, ...own]) };
}

function drafted(
  before: Draft | undefined,
  place: Pick<Draft, 'face' | 'operation'>,
  face: YamlMapping,
  scope: Scope | undefined,
): Draft {
  const written = present(operationNode(face, place.operation));
  const given = written?.kind === 'mapping' ? present(written.get('implementation')) : written;
  const inputs = written?.kind === 'mapping' ? written.get('inputs') : undefined;
  return {
    ...place,
    implementation: isImplementation(given) ? given : before?.implementation,
    inputs: withInputs(before?.inputs, inputs, scope),
  };
}

const isImplementation = (node: YamlNode | undefined): node is YamlNode =>
  node !== undefined && node.kind !== 'sequence' && textOf(node) !== '';

function withInputs(
  known: ReadonlyMap<string, YamlNode> = noInputs,
  node: YamlNode | undefined,
  scope: Scope | undefined,
): ReadonlyMap<string, YamlNode> {
  if (node?.kind !== 'mapping' || isCall(node)) return known;
  if (scope === undefined) return merged(known, node.entries);
  const values = new Map(known);
  for (const [name, written] of node.entries) {
    const value = valueIn(name, written, scope);
    if (value) values.set(name, value);
  }
  return values;
}

const noInputs: ReadonlyMap<string, YamlNode> = new Map();

/** A type of 1.x writes values and definitions in the same place: an entry that names a type is a definition. */
function valueIn(name: string, written: YamlNode, scope: Scope): YamlNode | undefined {
  const type = written.kind === 'mapping' ? textOf(written.get('type')) : undefined;
  const isDefinition = scope.version === '2.0' || (type !== undefined && scope.find('data', type) !== undefined);
  if (!isDefinition) return written;
  const { fixed, default: usual } = propertyDef(name, written, scope);
  return fixed ?? usual;
}

const isMapping = (node: YamlNode): node is YamlMapping => node instanceof YamlMapping;

/** By the interface's type; a template may use the usual name of an interface that its type does not define. */
function kindOf(type: TypeDef, face: string): OperationInstance['of'] {
  const names = membersOf(type).interfaces.get(face)?.type?.ancestry ?? [face];
  if (names.some((name) => /(^|\.)Standard$/.test(name))) return 'standard';
  return names.some((name) => /(^|\.)Configure$/.test(name)) ? 'configure' : undefined;
}

/** `standard.create`: the same in every version, whatever a template calls the interface. */
export const operationKey = ({ of, face, operation }: OperationInstance): string => `${of ?? face}.${operation}`;
