import type { Json } from '../topology.ts';
import { type Step, sourceOf, stepsTo, type YamlNode } from '../yaml/node.ts';
import { MisreadScalars } from './misread-scalars.ts';

export interface FollowedCall {
  /** keys and indexes from the root of the template to the call */
  readonly path: readonly Step[];
  readonly value: Json;
}

/** A template that an add-on extends, as it was read. */
export interface Parent {
  readonly file: string;
  readonly text: string;
}

/**
 * Collects what the Infrastructure Manager's parser cannot read in a template (for-parser.ts): calls that
 * lead into a value (`get_property: [server, os_users, 0, name]`) with their results, copies of templates, the parents of an add-on, and
 * scalars that YAML 1.1 reads as something else.
 */
export class UnsupportedByParser {
  readonly #found = new Map<YamlNode, { readonly value: Json; readonly same: boolean }>();
  readonly #parents: Parent[] = [];
  readonly #members: (FollowedCall & { readonly file: string | undefined })[] = [];
  readonly scalars = new MisreadScalars();
  #copies = false;

  addCall(call: YamlNode, value: Json): void {
    const before = this.#found.get(call);
    const same = before === undefined || (before.same && JSON.stringify(before.value) === JSON.stringify(value));
    this.#found.set(call, { value, same });
  }

  addCopy(): void {
    this.#copies = true;
  }

  /** Members that have to be in a map of the template with these values. */
  addMembers(map: YamlNode, values: { readonly [name: string]: Json }): void {
    for (const [name, value] of Object.entries(values))
      this.#members.push({ file: sourceOf(map)?.file, path: [...stepsTo(map), name], value });
  }

  addParent(parent: Parent): void {
    this.#parents.push(parent);
  }

  /** The parents of an add-on, nearest first. */
  get parents(): readonly Parent[] {
    return this.#parents;
  }

  get hasCopies(): boolean {
    return this.#copies;
  }

  /** Joining the lists of an add-on and its parent changes indexes, so a path through the parent's lists does not count. */
  #isInTemplate(file: string | undefined, path: readonly Step[]): boolean {
    if (file === 'template') return true;
    return this.#parents.some((parent) => parent.file === file) && typeof path[2] === 'string';
  }

  /** Calls in the template's own topology. A call that several nodes share is left out when its results differ. */
  get calls(): readonly FollowedCall[] {
    return [...this.#found].flatMap(([call, { value, same }]) => {
      const path = stepsTo(call);
      const isOwn = path[0] === 'topology_template' && this.#isInTemplate(sourceOf(call)?.file, path);
      return same && isOwn ? [{ path, value }] : [];
    });
  }

  /** Values in the template's own file, also in its types: only they can be written in another way. */
  get misread(): MisreadScalars['values'] {
    return this.scalars.values.filter(({ file, path }) => this.#isInTemplate(file, path));
  }

  get members(): readonly FollowedCall[] {
    return this.#members.filter(({ file, path }) => this.#isInTemplate(file, path));
  }

  get misreadKeys(): MisreadScalars['keys'] {
    return this.scalars.keys.filter(({ file, path }) => this.#isInTemplate(file, path));
  }
}
