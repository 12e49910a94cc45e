import { limits } from '../limits.ts';
import { pathOf, type YamlNode } from '../yaml/node.ts';

interface Fault {
  readonly at: YamlNode;
  readonly reason: string;
}

/** The defaults that are being filled in, each within the one before: their types may contain each other. */
export class NestedDefaults {
  readonly #within: YamlNode[] = [];
  #count = 0;

  reset(): void {
    this.#count = 0;
  }

  /** The fault that forbids to fill in this default; without one it is entered, until `leave`. */
  enter(node: YamlNode): Fault | undefined {
    this.#count += 1;
    const from = this.#within.indexOf(node);
    if (from >= 0) return circleOf(this.#within.slice(from));
    if (this.#within.length >= limits.defaultDepth || this.#count > limits.defaults) {
      const reason = `defaults are nested deeper than ${limits.defaultDepth} levels, or there are more than ${limits.defaults} of them`;
      return { at: node, reason };
    }
    this.#within.push(node);
    return undefined;
  }

  leave(): void {
    this.#within.pop();
  }
}

/** The same circle is met from each of its members, and is one mistake. */
function circleOf(members: readonly YamlNode[]): Fault {
  const first = members.reduce((least, one) => (one.start < least.start ? one : least));
  const from = members.indexOf(first);
  const names = [...members.slice(from), ...members.slice(0, from), first].map((one) =>
    pathOf(one).replace(/\.default$/, ''),
  );
  return { at: first, reason: `this default contains itself: ${names.join(' -> ')}` };
}
