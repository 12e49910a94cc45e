import type { ASTNode } from '@marcbachmann/cel-js';
import { words } from '../../domain/policies/plan.ts';
import { didYouMean } from '../../tosca/near.ts';
import { isDecidable, patternFault } from '../../tosca/values/pattern.ts';

/** Something in an expression that its type checker accepts and that is wrong all the same. */
export interface Fault {
  readonly message: string;
  /** where it begins, from 0 */
  readonly at: number;
}

const isNode = (value: unknown): value is ASTNode => typeof value === 'object' && value !== null && 'op' in value;

/** A unary operator has one operand, and no list of them. */
const childrenOf = (tree: unknown): readonly unknown[] => {
  if (isNode(tree)) return Array.isArray(tree.args) ? tree.args : [tree.args];
  return Array.isArray(tree) ? tree : [];
};

function* parts(tree: unknown): Generator<ASTNode> {
  if (isNode(tree)) yield tree;
  for (const child of childrenOf(tree)) yield* parts(child);
}

const macros = ['all', 'exists', 'exists_one', 'map', 'filter'];

/** Lengths of the lists of a plan; of those of nodes the longest. */
export type Lengths = { readonly [list: string]: number };

/** At most so many steps an evaluation takes: loops inside loops multiply. */
export const stepsOf = (tree: unknown, lengths: Lengths): number => {
  const own = childrenOf(tree);
  const [name, range, given] = own;
  if (!isNode(tree) || tree.op !== 'rcall' || !macros.includes(String(name)))
    return own.reduce<number>((sum, child) => sum + stepsOf(child, lengths), isNode(tree) ? 1 : 0);
  return stepsOf(range, lengths) + lengthOf(range, lengths) * stepsOf(given, lengths);
};

const lengthOf = (range: unknown, lengths: Lengths): number => {
  const name = isNode(range) ? (range.op === 'id' ? range.args : childrenOf(range)[1]) : undefined;
  const known = isNode(range) && ['id', '.'].includes(range.op) ? lengths[String(name)] : undefined;
  return known ?? Math.max(1, ...Object.values(lengths));
};

/** What the type checker does not find. */
export const faultsIn = (ast: ASTNode): readonly Fault[] =>
  [...parts(ast)].flatMap((node) => [...misspelt(node), ...expressions(node)]);

const textIn = (value: unknown): readonly string[] => {
  if (!isNode(value)) return [];
  if (value.op === 'value') return typeof value.args === 'string' ? [value.args] : [];
  return value.op === 'list' ? childrenOf(value).flatMap(textIn) : [];
};

/** The word that a comparison asks of a member with a few allowed words. */
const misspelt = (node: ASTNode): readonly Fault[] => {
  if (!['==', '!=', 'in'].includes(node.op)) return [];
  const [left, right] = childrenOf(node);
  return [allowedAt(left, right), allowedAt(right, left)].flatMap((found) => {
    if (found === undefined) return [];
    const { member, allowed, asked: compared } = found;
    return compared
      .filter((word) => !allowed.includes(word))
      .map((word) => ({
        message: `${member} is never "${word}": it is one of ${allowed.join(', ')}${didYouMean(word, allowed)}`,
        at: node.pos,
      }));
  });
};

const allowedAt = (member: unknown, value: unknown) => {
  if (!isNode(member)) return undefined;
  const [owner, name] = childrenOf(member);
  const isVariable = member.op === 'id' && member.args === 'operation';
  const key = isVariable ? 'operation' : member.op === '.' && isNode(owner) ? memberWith(String(name)) : undefined;
  const allowed = key === undefined ? undefined : words[key];
  return key === undefined || allowed === undefined ? undefined : { member: key, allowed, asked: textIn(value) };
};

const memberWith = (name: string): string | undefined => Object.keys(words).find((key) => key.endsWith(`.${name}`));

const expressions = ({ op, args, pos }: ASTNode): readonly Fault[] => {
  if (op !== 'rcall' || !Array.isArray(args)) return [];
  const [name, , given] = args as readonly unknown[];
  if (name === 'matches') {
    const message =
      'matches is not offered, since the engine takes JavaScript\'s expressions in place of RE2: use text.matchesRe2("…")';
    return [{ message, at: pos }];
  }
  if (name !== 'matchesRe2') return [];
  return childrenOf(given)
    .flatMap(textIn)
    .flatMap((pattern) => {
      const fault = patternFault(pattern) ?? (isDecidable(pattern) ? undefined : 'RE2 does not support it');
      return fault === undefined ? [] : [{ message: `${JSON.stringify(pattern)} is no expression: ${fault}`, at: pos }];
    });
};
