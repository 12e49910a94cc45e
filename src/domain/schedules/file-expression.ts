import { RE2JS, RE2JSException } from 're2js';
import { type File, textOf } from './schedule.ts';

/** Longest expression, in characters: longer than the longest key that S3 takes. */
const longest = 2048;

/** What is wrong with a file expression; undefined when nothing is. */
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

/** Compiled expressions of this process, the latest at the end: the same schedules match again and again. */
const compiled = new Map<string, RE2JS>();
const kept = 5_000;

/** Whether the expression matches all of `scope:name`. Linear in the length of the name, whatever the expression. */
export const matchesFile = (expression: string, file: File): boolean => compile(expression).matches(textOf(file));

const compile = (expression: string): RE2JS => {
  const known = compiled.get(expression) ?? RE2JS.compile(expression);
  compiled.delete(expression);
  compiled.set(expression, known);
  if (compiled.size > kept) compiled.delete(compiled.keys().next().value ?? '');
  return known;
};

/** What every text that matches contains at least one of. */
export type Cover = readonly string[];

/**
 * The covers of an expression; none when nothing is known of what matches. They are the engine's own: re2js derives them
 * from the expression to skip texts that cannot match. It does not export them, so its version is pinned, and a test fails
 * when they are not found. Without them every schedule would be compared with every file, which is slow but right.
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

/** An alternation of more branches than this is taken for one that says nothing. */
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
