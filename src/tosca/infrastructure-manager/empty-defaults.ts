import type { Json } from '../topology.ts';
import { type Step, sourceOf, stepsTo, type YamlNode } from '../yaml/node.ts';
import type { DefaultValues } from './operation-values.ts';
import { holdsNull, withoutNulls } from './without-nulls.ts';

/** A property of a node as it was worked out. */
interface Valued {
  readonly node: YamlNode;
  readonly name: string;
  readonly value: Json | undefined;
  readonly deferred: boolean;
}

/** A node with its properties by name. */
interface Owner {
  readonly name: string;
  readonly properties: ReadonlyMap<string, Valued>;
}

/**
 * Defaults of node types that read a property which nobody sets, or hold such a value: the Infrastructure Manager's parser refuses the
 * template for one node where they come to nothing. The type loses the default then, and each node gets its own value.
 */
export class EmptyDefaults {
  readonly #owners: Owner[] = [];
  readonly #emptied = new Set<YamlNode>();

  addNode(owner: Owner): void {
    this.#owners.push(owner);
    for (const { node, value = null, deferred } of owner.properties.values())
      if (node.kind !== 'scalar' && !deferred && isEmpty(value) && stepsTo(node)[0] === 'node_types')
        this.#emptied.add(node);
  }

  get places(): readonly { readonly file: string | undefined; readonly path: readonly Step[] }[] {
    return [...this.#emptied].map((node) => ({ file: sourceOf(node)?.file, path: stepsTo(node) }));
  }

  get values(): readonly DefaultValues[] {
    if (this.#emptied.size === 0) return [];
    return this.#owners.map(({ name: node, properties }) => {
      const own = [...properties.values()].filter((one) => this.#emptied.has(one.node));
      const values = own.flatMap(({ name, value = null }) => (value === null ? [] : [[name, withoutNulls(value)]]));
      return { node, values: Object.fromEntries(values) };
    });
  }
}

const isEmpty = (value: Json): boolean => value === null || (typeof value === 'object' && holdsNull(value));
