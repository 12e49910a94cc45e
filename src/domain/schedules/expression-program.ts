/**
 * What an expression could match, from the program that re2js compiles it to. The program is not in the types of the library;
 * test/domain/schedules/expression-program.test.ts fails if a new release has another one.
 */

import type { RE2JS } from 're2js';
import { compiledExpression } from './file-expression.ts';

/** The instructions of re2js (class Inst). */
const op = { alternatives: 1, alternativesOfMatch: 2, fail: 5, match: 6, rune: 8, rune1: 9, any: 10, anyInLine: 11 };

interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  matchRune(rune: number): boolean;
}

interface Program {
  readonly start: number;
  readonly inst: readonly Instruction[];
}

const programOf = (expression: string): Program | undefined => {
  const compiled = compiledExpression(expression) as
    | (RE2JS & { readonly re2Input: { readonly prog: Program } })
    | undefined;
  return compiled?.re2Input.prog;
};

/** Conditions such as `^` and `\b` count as fulfilled: what is found possible may be impossible, never the reverse. */
const next = ({ op: kind, out, arg }: Instruction): readonly number[] => {
  if (kind === op.alternatives || kind === op.alternativesOfMatch) return [out, arg];
  return kind === op.fail || kind === op.match || reads(kind) ? [] : [out];
};

const reads = (kind: number): boolean => kind >= op.rune && kind <= op.anyInLine;

const takes = (instruction: Instruction, rune: number): boolean =>
  instruction.op === op.any || (instruction.op === op.anyInLine ? rune !== 10 : instruction.matchRune(rune));

/** All instructions that are reached without reading a character, and that were not seen before; they are seen from now on. */
const reached = ({ inst }: Program, from: readonly number[], seen = new Set<number>()): readonly Instruction[] => {
  const found: number[] = [];
  const add = (one: number): void => {
    if (seen.has(one)) return;
    seen.add(one);
    found.push(one);
  };
  from.forEach(add);
  for (const one of found) next(inst[one] as Instruction).forEach(add);
  return found.map((one) => inst[one] as Instruction);
};

/** Where the expression stands after this text; empty: no text that begins so matches. */
const after = (program: Program, text: string): readonly number[] => {
  let places: readonly number[] = [program.start];
  for (const character of text) {
    const rune = character.codePointAt(0) ?? 0;
    places = [
      ...new Set(reached(program, places).flatMap((one) => (reads(one.op) && takes(one, rune) ? [one.out] : []))),
    ];
  }
  return places;
};

/** Tried in this order for a character that may be one of many. */
const usual = [...'ax0/._-A:'].map((one) => one.codePointAt(0) ?? 0);

/** The first of the characters that an instruction reads. */
const firstOf = (one: Instruction): string | undefined => {
  const found = usual.find((rune) => takes(one, rune)) ?? (one as { readonly runes?: ArrayLike<number> }).runes?.[0];
  return found === undefined ? undefined : String.fromCodePoint(found);
};

/** Most instructions times characters that are followed for one request: 0.3 s of a laptop's processor. */
const mostSteps = 3_000_000;

/**
 * Says of each text whether it may still be compared with the expression: all comparisons of one request have one limit, since
 * a template may name thousands of addresses. `most` is in instructions times characters.
 */
export const stepsFor = (expression: string, most = mostSteps): ((text: string) => boolean) => {
  const size = programOf(expression)?.inst.length ?? 0;
  let left = most;
  return (text) => {
    left -= size * (text.length + 1);
    return left >= 0;
  };
};

/**
 * A short text, of at least one character, that makes `beginning` a match; undefined: nothing that begins so can match. The
 * time grows with the size of the expression and the length of the text.
 */
export const completionOf = (expression: string, beginning: string): string | undefined => {
  const program = programOf(expression);
  if (program === undefined) return undefined;
  const start = reached(program, after(program, beginning)).map((one) => [one, ''] as const);
  const seen = new Set<number>();
  for (let front: readonly (readonly [Instruction, string])[] = start; front.length > 0; ) {
    const longer: (readonly [Instruction, string])[] = [];
    for (const [one, text] of front) {
      const character = reads(one.op) ? firstOf(one) : undefined;
      if (character === undefined || seen.has(one.out)) continue;
      for (const place of reached(program, [one.out], seen)) longer.push([place, text + character]);
    }
    const matched = longer.find(([{ op: kind }]) => kind === op.match);
    if (matched) return matched[1];
    front = longer;
  }
  return undefined;
};
