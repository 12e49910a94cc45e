import type { Json } from './topology.ts';
import { sourceOf, type YamlNode } from './yaml/node.ts';

type Step = string | number;

export interface FollowedCall {
  /** keys and indexes from the root of the template to the call */
  readonly path: readonly Step[];
  readonly value: Json;
}

/** A template that the template adds to, as it was read. */
export interface Parent {
  readonly file: string;
  readonly text: string;
}

/**
 * What a template has that the Infrastructure Manager's parser does not read (translate/for-parser.ts): calls that lead
 * into a value (`get_property: [server, os_users, 0, name]`), with what they come to, copies of templates, and the parents
 * of an add-on.
 */
export class BeyondParser {
  readonly #found = new Map<YamlNode, { readonly value: Json; readonly same: boolean }>();
  readonly #parents: Parent[] = [];
  #copies = false;

  addCall(call: YamlNode, value: Json): void {
    const before = this.#found.get(call);
    const same = before === undefined || (before.same && JSON.stringify(before.value) === JSON.stringify(value));
    this.#found.set(call, { value, same });
  }

  addCopy(): void {
    this.#copies = true;
  }

  addParent(parent: Parent): void {
    this.#parents.push(parent);
  }

  /** Templates that the template is an add-on of, the nearest first. */
  get parents(): readonly Parent[] {
    return this.#parents;
  }

  get hasCopies(): boolean {
    return this.#copies;
  }

  /** The lists of an add-on and its parent become one, in which those of the parent have other indexes. */
  #isInTemplate(file: string | undefined, path: readonly Step[]): boolean {
    if (file === 'template') return true;
    return this.#parents.some((parent) => parent.file === file) && typeof path[2] === 'string';
  }

  /** Those of the template's own topology. A call that several nodes share, and that is not the same for all, is left out. */
  get calls(): readonly FollowedCall[] {
    return [...this.#found].flatMap(([call, { value, same }]) => {
      const path = stepsTo(call);
      const isOwn = path[0] === 'topology_template' && this.#isInTemplate(sourceOf(call)?.file, path);
      return same && isOwn ? [{ path, value }] : [];
    });
  }
}

function stepsTo(node: YamlNode): readonly Step[] {
  const steps: Step[] = [];
  for (let at: YamlNode = node; at.parent !== undefined; at = at.parent) steps.push(at.key);
  return steps.toReversed();
}
