import type { YamlNode } from '../yaml/node.ts';
import type { NodeInstance } from './instances.ts';

/** The node templates as written, by name. */
export type Templates = ReadonlyMap<string, YamlNode>;

/** Undefined: the template is too broken, or the budget is spent. */
type Instantiate = (name: string, template: YamlNode) => NodeInstance | undefined;

/**
 * The nodes of a template, in the order of its text. Each is instantiated when somebody first asks for it, so that all
 * phases can take it while it is still in the processor's caches (docs/decisions/0009).
 */
export class Nodes {
  readonly #templates: Templates;
  readonly #instantiate: Instantiate;
  /** false: the template makes no node */
  readonly #known = new Map<string, NodeInstance | false>();

  constructor(templates: Templates, instantiate: Instantiate) {
    this.#templates = templates;
    this.#instantiate = instantiate;
  }

  /** The number of templates. */
  get size(): number {
    return this.#templates.size;
  }

  get(name: string): NodeInstance | undefined {
    const template = this.#templates.get(name);
    return template && this.#instanceOf(name, template);
  }

  each(visit: (node: NodeInstance) => void): void {
    this.#templates.forEach((template, name) => {
      const node = this.#instanceOf(name, template);
      if (node) visit(node);
    });
  }

  *values(): Generator<NodeInstance> {
    for (const [name, template] of this.#templates) {
      const node = this.#instanceOf(name, template);
      if (node) yield node;
    }
  }

  #instanceOf(name: string, template: YamlNode): NodeInstance | undefined {
    const known = this.#known.get(name);
    if (known !== undefined) return known || undefined;
    const made = this.#instantiate(name, template);
    this.#known.set(name, made ?? false);
    return made;
  }
}

export const noNodes = new Nodes(new Map(), () => undefined);
