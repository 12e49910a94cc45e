import type { Json } from './topology.ts';
import type { YamlNode } from './yaml/node.ts';
import { sourceOf } from './yaml/node.ts';

type Step = string | number;

export interface FollowedCall {
  /** keys and indexes from the root of the template to the call */
  readonly path: readonly Step[];
  readonly value: Json;
}

/**
 * Calls that lead into a value (`get_property: [server, os_users, 0, name]`), with what they come to. The Infrastructure
 * Manager's parser refuses most of them (translate/known-values.ts).
 */
export class FollowedCalls {
  readonly #found = new Map<YamlNode, { readonly value: Json; readonly same: boolean }>();

  add(call: YamlNode, value: Json): void {
    const before = this.#found.get(call);
    const same = before === undefined || (before.same && JSON.stringify(before.value) === JSON.stringify(value));
    this.#found.set(call, { value, same });
  }

  /** Those of the template's own topology. A call that several nodes share, and that is not the same for all, is left out. */
  inTopology(): readonly FollowedCall[] {
    return [...this.#found].flatMap(([call, { value, same }]) => {
      const path = stepsTo(call);
      const isOwn = sourceOf(call)?.file === 'template' && path[0] === 'topology_template';
      return same && isOwn ? [{ path, value }] : [];
    });
  }
}

function stepsTo(node: YamlNode): readonly Step[] {
  const steps: Step[] = [];
  for (let at: YamlNode = node; at.parent !== undefined; at = at.parent) steps.push(at.key);
  return steps.toReversed();
}
