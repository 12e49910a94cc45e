import type { Json } from '../topology.ts';
import { type Step, sourceOf, stepsTo, type YamlNode } from '../yaml/node.ts';
import { EmptyDefaults } from './empty-defaults.ts';
import type { FoundCalls } from './found-calls.ts';
import type { DefaultValues, OperationValues } from './operation-values.ts';
import type { RelationshipValues } from './relationship-operations.ts';
import { membersWithoutNulls } from './without-nulls.ts';

interface Place {
  /** the template, a parent of it, or an import */
  readonly file: string | undefined;
  readonly path: readonly Step[];
}

/** The place of a requirement, and what its relationship gets. */
type WrittenRelationship = Place & { readonly values: RelationshipValues };

/** Where values are used. */
export interface Placed {
  /** a node or a relationship */
  readonly place: object;
  /** true: what is written is not in the template's own topology */
  readonly isElsewhere: boolean;
  /** values that hold a call */
  readonly written: readonly YamlNode[];
}

type IsSent = (file: string | undefined, path: readonly Step[]) => boolean;

/** Values that types or shared texts give, and that have to be written into each node or relationship that uses them. */
export class PlacedValues {
  readonly #calls: FoundCalls;
  readonly #isSent: IsSent;
  readonly #operations: (OperationValues & Placed)[] = [];
  readonly #defaults: (DefaultValues & { readonly place: object })[] = [];
  readonly #relationships: (WrittenRelationship & Placed)[] = [];
  readonly #ofTypes = new Map<YamlNode, readonly YamlNode[]>();
  readonly emptyDefaults = new EmptyDefaults();

  constructor(calls: FoundCalls, isSent: IsSent) {
    this.#calls = calls;
    this.#isSent = isSent;
  }

  addOperation(operation: OperationValues, placed: Placed): void {
    this.#operations.push({ ...operation, ...placed, inputs: membersWithoutNulls(operation.inputs) });
  }

  addDefaults({ node, values }: DefaultValues, place: object): void {
    this.#defaults.push({ node, place, values: membersWithoutNulls(values) });
  }

  addRelationship(requirement: YamlNode, values: RelationshipValues, placed: Placed): void {
    this.#relationships.push({ ...placeOf(requirement), values, ...placed });
  }

  /** An operation of a relationship, by its file. */
  addOfType(implementation: YamlNode, inputs: readonly YamlNode[]): void {
    if (stepsTo(implementation)[0] === 'relationship_types') this.#ofTypes.set(implementation, inputs);
  }

  get operations(): readonly OperationValues[] {
    return this.#operations
      .filter((one) => this.#isWritten(one))
      .map(({ node, face, operation, implementation, inputs, place }) => ({
        ...{ node, face, operation, implementation, inputs: this.#valuesAt(inputs, place) },
      }));
  }

  get defaults(): readonly DefaultValues[] {
    const computed = this.#defaults.map(({ node, values, place }) => ({ node, values: this.#valuesAt(values, place) }));
    return [...computed, ...this.emptyDefaults.values];
  }

  /** Defaults in files that are sent, which are left out there. */
  get emptied(): readonly Place[] {
    return this.emptyDefaults.places.filter(({ file, path }) => this.#isSent(file, path));
  }

  get relationships(): readonly WrittenRelationship[] {
    return this.#relationships
      .filter((one) => this.#isSent(one.file, one.path) && this.#isWritten(one))
      .map(({ file, path, values: { type, operations }, place }) => ({
        ...{ file, path },
        values: {
          type,
          operations: operations.map((one) => ({ ...one, inputs: this.#valuesAt(one.inputs, place) })),
        },
      }));
  }

  /**
   * Operations of relationship types that are written into each relationship: the manager runs the one of the type, with
   * the inputs of the type, whatever a relationship says.
   */
  get overridden(): readonly Place[] {
    return [...this.#ofTypes]
      .filter(([, written]) => written.some((value) => this.#calls.isSharedIn(value)))
      .map(([implementation]) => placeOf(implementation))
      .map(({ file, path }) => ({ file, path: operationAt(path) }))
      .filter(({ file, path }) => this.#isSent(file, path));
  }

  #isWritten({ isElsewhere, written }: Placed): boolean {
    return isElsewhere || written.some((value) => this.#calls.isSharedIn(value));
  }

  #valuesAt(values: { readonly [name: string]: Json }, place: object): { readonly [name: string]: Json } {
    return this.#calls.forms.valuesAt(values, place);
  }
}

const placeOf = (node: YamlNode): Place => ({ file: sourceOf(node)?.file, path: stepsTo(node) });

/** The path to the operation whose file is at this path. */
const operationAt = (path: readonly Step[]): readonly Step[] => {
  const face = path.indexOf('interfaces') + 1;
  return path.slice(0, face + (path[face + 1] === 'operations' ? 3 : 2));
};
