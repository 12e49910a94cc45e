import { append } from '../append.ts';
import { isCall, type YamlNode } from '../yaml/node.ts';
import { argumentsOf, fits, type Kind } from './clause-kinds.ts';
import { pureFunctions } from './pure.ts';

/** A mistake in a Boolean expression, and its place. */
export type ClauseFault =
  | { readonly is: 'no-condition'; readonly at: YamlNode }
  | { readonly is: 'unknown'; readonly at: YamlNode; readonly name: string }
  | {
      readonly is: 'arguments';
      readonly at: YamlNode;
      readonly name: string;
      readonly takes: string;
      readonly argument: YamlNode;
    };

/** Functions that need more than their arguments; in a condition, they are evaluated at the condition's place. */
const outward = new Set([
  'get_input',
  'get_property',
  'get_attribute',
  'get_artifact',
  'value',
  'node_index',
  'relationship_index',
  'available_allocation',
]);
const texts = new Set(['concat', 'join', 'token']);

export const clauseFunctions = [...pureFunctions.keys(), ...outward, ...texts];

/**
 * Checks the text of a condition (2.0 sections 8.6, 9.11, 13.2, 15.1 and 16.5): the outermost function returns a
 * boolean, all functions are known, and each has the right number and kinds of arguments. `value` is the kind of
 * `$value`. Returns all faults, outermost first.
 */
export function faultsOf(clause: YamlNode, isOwn: (name: string) => boolean, value: Kind = 'unknown'): ClauseFault[] {
  if (!isCall(clause)) return [{ is: 'no-condition', at: clause }];
  const top = nameOf(clause);
  const found: ClauseFault[] = [];
  if (texts.has(top) || pureFunctions.get(top)?.boolean === false) found.push({ is: 'no-condition', at: clause });
  const open: YamlNode[] = [clause];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isCall(node)) append(found, faultOfCall(node, isOwn, value));
    if (node.kind === 'sequence') append(open, node.items);
    if (node.kind === 'mapping') append(open, node.entries.values());
  }
  return found;
}

const nameOf = (node: YamlNode): string =>
  node.kind === 'mapping' ? (([...node.entries.keys()][0] ?? '').slice(1).split('$', 1)[0] ?? '') : '';

function faultOfCall(node: YamlNode, isOwn: (name: string) => boolean, value: Kind): ClauseFault[] {
  if (node.kind !== 'mapping') return [];
  const name = nameOf(node);
  const [argument] = node.entries.values();
  const pure = pureFunctions.get(name);
  if (pure === undefined)
    return outward.has(name) || texts.has(name) || isOwn(name) ? [] : [{ is: 'unknown', at: node, name }];
  const [least, most] = pure.arity;
  const count = argument?.kind === 'sequence' ? argument.items.length : Number.NaN;
  // an argument that is itself a call may become any list
  if (argument !== undefined && isCall(argument)) return [];
  const taken = count >= least && count <= most && argument !== undefined && fits(name, argumentsOf(argument), value);
  return taken ? [] : [{ is: 'arguments', at: node, name, takes: pure.takes, argument: argument ?? node }];
}
