import type { NodeInstance, Relationship } from '../model/instances.ts';
import { Cell } from '../model/instances.ts';
import { inRepository } from '../model/scripts.ts';
import type { Service } from '../model/service.ts';
import { membersOf } from '../types/members.ts';
import { propertyDef } from '../types/schema.ts';
import type { Scope } from '../types/type-def.ts';
import { operationNames, operationNode } from '../types/written-operations.ts';
import { named } from '../yaml/named.ts';
import { isCall, YamlMapping, type YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import { normativeType } from './normative.ts';

/** One operation of a node's lifecycle: the file that runs, and its inputs. */
export interface Operation {
  readonly name: string;
  readonly implementation: string;
  /** other files that it needs; undefined: none */
  readonly dependencies: YamlNode | undefined;
  readonly inputs: ReadonlyMap<string, Cell>;
}

/** One place that defines or assigns a node's interfaces: a type of its chain, or the template itself. */
interface Layer {
  readonly node: YamlMapping;
  /** undefined for the template, which assigns values; types have definitions */
  readonly scope: Scope | undefined;
}

const layersOf = ({ type, node }: NodeInstance): readonly Layer[] => [
  ...type.chain.toReversed().map((each) => ({ node: each.node, scope: each.scope })),
  { node, scope: undefined },
];

type Values = Map<string, YamlNode>;

interface Draft {
  implementation: YamlNode | undefined;
  readonly inputs: Values;
}

/**
 * The operations of the Standard interface that have an implementation, from the types and the template. Their inputs
 * become cells of the node. This runs before phase 7, so that phase 7 works them out with all other values.
 */
export function operationsOf(service: Service, node: NodeInstance): readonly Operation[] {
  const shared: Values = new Map();
  const drafts = new Map<string, Draft>();
  for (const layer of layersOf(node)) {
    for (const [name, face] of named(layer.node.get('interfaces'))) {
      if (face instanceof YamlMapping && isStandard(node, name)) readInterface(face, layer, shared, drafts);
    }
  }
  return [...drafts].flatMap(([name, { implementation, inputs }]) => {
    const file = implementation && fileOf(service, node, implementation);
    if (file === undefined) return [];
    const cells = [...new Map([...shared, ...inputs])].map(([input, value]): [string, Cell] => [
      input,
      cellOf(node, value, name, input),
    ]);
    return [{ name, implementation: file, dependencies: dependenciesOf(implementation), inputs: new Map(cells) }];
  });
}

const isStandard = (node: NodeInstance, name: string): boolean =>
  normativeType(membersOf(node.type).interfaces.get(name)?.type)?.name === 'tosca.interfaces.node.lifecycle.Standard';

function readInterface(face: YamlMapping, { scope }: Layer, shared: Values, drafts: Map<string, Draft>): void {
  readInputs(face.get('inputs'), scope, shared);
  for (const name of operationNames(face)) {
    const draft = drafts.get(name) ?? { implementation: undefined, inputs: new Map() };
    const operation = present(operationNode(face, name));
    if (operation?.kind === 'scalar') draft.implementation = operation;
    if (operation?.kind === 'mapping') {
      draft.implementation = present(operation.get('implementation')) ?? draft.implementation;
      readInputs(operation.get('inputs'), scope, draft.inputs);
    }
    drafts.set(name, draft);
  }
}

function readInputs(node: YamlNode | undefined, scope: Scope | undefined, into: Values): void {
  if (node?.kind !== 'mapping' || isCall(node)) return;
  for (const [name, written] of node.entries) {
    const def = scope && propertyDef(name, written, scope);
    const value = def ? (def.fixed ?? def.default) : written;
    if (value) into.set(name, value);
  }
}

/** The cell of an input; the existing one if the template assigned the input. */
function cellOf(node: NodeInstance, value: YamlNode, operation: string, input: string): Cell {
  const known = node.others.find((cell) => cell.node === value);
  if (known) return known;
  const faces = [...membersOf(node.type).interfaces.values()];
  const schema = faces.flatMap(({ operations }) => operations.get(operation)?.inputs.get(input)?.schema ?? [])[0];
  const cell = new Cell(value, schema, { node, relationship: undefined }, node.name, `${operation}.${input}`);
  node.others.push(cell);
  return cell;
}

/** The operations of a relationship that deployers run when they configure machines, with their inputs. */
export function relationshipOperations(service: Service, { operations }: Relationship): readonly Operation[] {
  return operations.flatMap(({ of, operation: name, implementation, inputs, artifacts }) => {
    const file = fileIn(service, implementation, (artifact) => {
      const found = artifacts.get(artifact);
      return found && artifactOf(found);
    });
    if (of !== 'configure' || file === undefined) return [];
    return [{ name, implementation: file, dependencies: dependenciesOf(implementation), inputs }];
  });
}

const fileOf = (service: Service, node: NodeInstance, implementation: YamlNode): string | undefined =>
  fileIn(service, implementation, (name) => artifactsOf(node).get(name));

/** The file of an implementation, or of the artifact that it names. One in a repository is given as its address. */
function fileIn(
  service: Service,
  implementation: YamlNode,
  named: (artifact: string) => Artifact | undefined,
): string | undefined {
  const primary =
    implementation.kind === 'mapping' ? (implementation.get('primary') ?? implementation) : implementation;
  const name = textOf(primary);
  const artifact = name === undefined ? artifactOf(primary) : named(name);
  if (artifact === undefined) return name;
  const { file, repository } = artifact;
  return repository === undefined ? file : (inRepository(service, file, repository).url ?? file);
}

function dependenciesOf(implementation: YamlNode | undefined): YamlNode | undefined {
  const listed = implementation?.kind === 'mapping' ? implementation.get('dependencies') : undefined;
  return listed?.kind === 'sequence' && listed.items.length > 0 ? listed : undefined;
}

export interface Artifact {
  readonly file: string;
  readonly type: string | undefined;
  readonly repository: string | undefined;
}

/** Artifacts by name, from the types and the template. */
export function artifactsOf(node: NodeInstance): ReadonlyMap<string, Artifact> {
  const found = new Map<string, Artifact>();
  for (const layer of layersOf(node)) {
    for (const [name, written] of named(layer.node.get('artifacts'))) {
      const artifact = artifactOf(written, found.get(name));
      if (artifact !== undefined) found.set(name, artifact);
    }
  }
  return found;
}

function artifactOf(node: YamlNode, usual?: Artifact): Artifact | undefined {
  const part = (name: string) => (node.kind === 'mapping' ? textOf(node.get(name)) : undefined);
  const file = textOf(node) ?? part('file');
  return file === undefined ? undefined : { file, type: part('type') ?? usual?.type, repository: part('repository') };
}
