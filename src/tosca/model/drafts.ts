import type { Layer, RequirementDef } from '../types/definitions.ts';
import { keptFor, refiningLayers } from '../types/refined-relationship.ts';
import { propertyDef } from '../types/schema.ts';
import { remember, type Scope, type TypeDef } from '../types/type-def.ts';
import { operationNames, operationNode } from '../types/written-operations.ts';
import { eachNamed, named } from '../yaml/named.ts';
import { isCall, YamlMapping, type YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';

/** What types and templates write about an operation, before it belongs to a node. */
interface Draft {
  /** interface and name */
  readonly key: string;
  readonly face: string;
  readonly operation: string;
  readonly implementation: YamlNode | undefined;
  readonly inputs: ReadonlyMap<string, YamlNode>;
}

interface Implemented extends Draft {
  readonly implementation: YamlNode;
}

interface Drafts {
  /** by interface and name */
  readonly operations: ReadonlyMap<string, Draft>;
  /** inputs of all operations of an interface */
  readonly shared: ReadonlyMap<string, ReadonlyMap<string, YamlNode>>;
  readonly artifacts: ReadonlyMap<string, YamlNode>;
}

/** What a type has, with everything inherited. */
interface TypeDrafts extends Drafts {
  readonly implemented: readonly Implemented[];
}

const none: TypeDrafts = { operations: new Map(), shared: new Map(), artifacts: new Map(), implemented: [] };
const draftsKey = Symbol('operations');

export const draftsOf = (type: TypeDef): TypeDrafts =>
  remember(type, draftsKey, () => {
    const { parent } = type;
    if (parent && type.chain.length === parent.chain.length + 1) return extended(draftsOf(parent), type);
    return type.chain.toReversed().reduce(extended, none);
  });

const ofRequirements = new WeakMap<RequirementDef, Map<TypeDef, TypeDrafts>>();

/** The same of a relationship that a requirement makes: the requirement's definition adds to what the type has. */
export function draftsOfRelationship(type: TypeDef, def: RequirementDef | undefined): TypeDrafts {
  const beyond = refiningLayers(type, def);
  if (def === undefined || beyond === undefined) return draftsOf(type);
  return keptFor(ofRequirements, [def, type], () => beyond.layers.reduce(extended, draftsOf(beyond.base)));
}

function extended(known: TypeDrafts, { node, scope }: Layer): TypeDrafts {
  const own = ownDrafts(known, node, scope);
  if (own === undefined) return known;
  const operations = new Map([...known.operations, ...own.operations]);
  const implemented = implementedIn(operations, none.operations);
  return { operations, shared: new Map([...known.shared, ...own.shared]), artifacts: own.artifacts, implemented };
}

/** In the order of the known ones; what else is in `own` comes after them. */
export function implementedIn(known: Drafts['operations'], own: Drafts['operations']): readonly Implemented[] {
  const found: Implemented[] = [];
  for (const draft of known.values()) addImplemented(found, own.get(draft.key) ?? draft);
  for (const draft of own.values()) if (!known.has(draft.key)) addImplemented(found, draft);
  return found;
}

function addImplemented(found: Implemented[], draft: Draft): void {
  if (hasImplementation(draft)) found.push(draft);
}

const hasImplementation = (draft: Draft): draft is Implemented => draft.implementation !== undefined;

/**
 * The interfaces that a type or template mentions, on top of what is known. What they do not mention is left out, since
 * each template of a type has its own. `scope`: of a type, whose inputs are definitions; a template gives values.
 */
export function ownDrafts(known: Drafts, node: YamlMapping, scope: Scope | undefined): Drafts | undefined {
  const artifacts = node.get('artifacts');
  const faces = node.get('interfaces');
  if (artifacts === undefined && faces === undefined) return undefined;
  const operations = new Map<string, Draft>();
  const shared = new Map<string, ReadonlyMap<string, YamlNode>>();
  eachNamed(faces, (written, face) => {
    if (!(written instanceof YamlMapping)) return;
    const usual = scope && inputsOfType(written, scope);
    shared.set(
      face,
      withInputs(shared.get(face) ?? known.shared.get(face) ?? usual?.shared, written.get('inputs'), scope),
    );
    for (const operation of operationNames(written)) {
      const key = `${face}.${operation}`;
      const before = operations.get(key) ?? known.operations.get(key) ?? usual?.draft({ key, face, operation });
      operations.set(key, drafted(before, { key, face, operation }, written, scope));
    }
  });
  const own = named(artifacts);
  return { operations, shared, artifacts: own.length === 0 ? known.artifacts : new Map([...known.artifacts, ...own]) };
}

/** Inputs that have a default in the interface's own type (1.3 section 3.7.5). */
function inputsOfType(face: YamlMapping, scope: Scope) {
  const name = textOf(face.get('type'));
  const chain = (name === undefined ? undefined : scope.find('interface', name))?.chain.toReversed() ?? [];
  const shared = chain.reduce((known, type) => withInputs(known, type.node.get('inputs'), type.scope), noInputs);
  const draft = (place: Pick<Draft, 'key' | 'face' | 'operation'>): Draft =>
    chain.reduce((known, { node, scope: own }) => drafted(known, place, node, own), {
      ...{ ...place, implementation: undefined, inputs: noInputs },
    } as Draft);
  return { shared, draft };
}

function drafted(
  before: Draft | undefined,
  place: Pick<Draft, 'key' | 'face' | 'operation'>,
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

/** The values of both; those of `more` count where both have one. */
export const merged = (
  some: ReadonlyMap<string, YamlNode> | undefined,
  more: ReadonlyMap<string, YamlNode>,
): ReadonlyMap<string, YamlNode> =>
  some === undefined || some.size === 0 ? more : more.size === 0 ? some : new Map([...some, ...more]);
