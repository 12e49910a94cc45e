import { limits } from '../limits.ts';
import type { Json } from '../topology.ts';
import type { YamlNode } from '../yaml/node.ts';

const path = /^\$?get_(?:input|property|attribute|operation_output|artifact)(?:\$.*)?$/;

/** Whether the argument of a function is a path: names, keys and indexes. */
export const isPathFunction = (name: string): boolean => path.test(name);

/** Whether it has more steps than any template needs; following a path costs as much as its square. */
export const isLongPath = (name: string, argument: YamlNode): boolean =>
  argument.kind === 'sequence' && argument.items.length > limits.pathSteps && isPathFunction(name);

/** A path whose names have their text: a node `007`, `1.0` or `0x10` is called so, and not 7, 1 or 16. */
export const namesAsWritten = (argument: YamlNode, known: Json): Json =>
  argument.kind === 'sequence' && Array.isArray(known)
    ? Object.freeze(
        argument.items.map((item, index) =>
          // the first is never an index
          index === 0 && item.kind === 'scalar'
            ? item.text
            : nameAsWritten(item, (known as readonly Json[])[index] ?? null),
        ),
      )
    : nameAsWritten(argument, known);

/** An index such as 0 stays a number. */
const nameAsWritten = (node: YamlNode, known: Json): Json =>
  node.kind === 'scalar' && known !== null && typeof known !== 'object' && String(known) !== node.text
    ? node.text
    : known;
