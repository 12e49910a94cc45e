import { RE2JS, RE2JSException } from 're2js';
import { type File, textOf } from './schedule.ts';

/** Most characters of an expression: more than the longest key that S3 accepts. */
const longest = 2048;

/** What is wrong with a file expression; undefined: nothing is. */
export const fileExpressionFault = (expression: string): string | undefined => {
  if (expression.length > longest) return `has ${expression.length} characters; at most ${longest} are allowed`;
  if (!expression.isWellFormed()) return 'holds half a character (a lone surrogate)';
  try {
    RE2JS.compile(expression);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `is no regular expression of RE2 (github.com/google/re2/wiki/Syntax): ${error.message}`;
  }
};

/** Compiled expressions of this process, the latest last: the same schedules are compared again and again. */
const compiled = new Map<string, RE2JS>();
const kept = 5_000;

/**
 * Whether the expression matches all of `scope:name`. The time is linear in the length of the name, for every expression.
 */
export const matchesFile = (expression: string, file: File): boolean => compile(expression).matches(textOf(file));

const compile = (expression: string): RE2JS => {
  const known = compiled.get(expression) ?? RE2JS.compile(expression);
  compiled.delete(expression);
  compiled.set(expression, known);
  if (compiled.size > kept) compiled.delete(compiled.keys().next().value ?? '');
  return known;
};

/** Texts of which every matching text contains at least one. */
export type Cover = readonly string[];

/**
 * The covers of an expression; empty when nothing is known about matching texts. The engine itself has them: re2js
 * derives them from the expression to skip texts that cannot match. It does not export them, so its version is pinned,
 * and a test fails when they are not found. Without them every schedule would be compared with every file, which is slow
 * but right.
 */
export const coversOf = (expression: string): readonly Cover[] => {
  const { re2Input } = compile(expression) as unknown as { re2Input?: { prefilter?: Prefilter | null } };
  return re2Input?.prefilter ? covers(re2Input.prefilter) : [];
};

interface Prefilter {
  readonly type: number;
  readonly str: string;
  readonly subs: readonly Prefilter[];
}

const [exact, all, any] = [1, 2, 3];

/** An alternation with more branches gives no cover. */
const mostAlternatives = 16;

const covers = ({ type, str, subs }: Prefilter): readonly Cover[] => {
  if (type === exact) return [[str]];
  if (type === all) return subs.flatMap(covers);
  if (type !== any) return [];
  const branches = subs.map((sub) => covers(sub).toSorted((a, b) => shortest(b) - shortest(a))[0]);
  if (branches.some((branch) => branch === undefined)) return [];
  const together = branches.flatMap((branch) => branch ?? []);
  return together.length <= mostAlternatives ? [together] : [];
};

const shortest = (cover: Cover): number => Math.min(...cover.map((text) => text.length));
