import { RE2JS } from 're2js';
import { expressionSize } from './expression-size.ts';

/** Most instructions of one expression, once its counted repetitions are written out. */
const largestExpression = 10_000;

/** Why an expression is not compiled at all; undefined: it is not too large. */
export const sizeFault = (expression: string): string | undefined => {
  const size = expressionSize(expression);
  if (size <= largestExpression) return undefined;
  const seen = `comes to ${size} parts once its counted repetitions are written out`;
  return `${seen}; at most ${largestExpression} are allowed: use smaller counts, or * and +`;
};

/** Memory of one instruction and of one expression, in bytes, as measured; and of the states that one match may remember. */
const bytesOfInstruction = 400;
const bytesOfExpression = 8_000;
const mostStateBytes = 1_000_000;

/** In bytes, for all expressions of a process. */
const mostBytes = 64_000_000;

interface Kept {
  readonly compiled: RE2JS;
  readonly programBytes: number;
  /** with the states that its matches remember */
  bytes: number;
}

/**
 * Compiled expressions of this process, the latest last: the same few are compared again and again. All together have a
 * limit of memory, so that many users with large expressions cannot end the process.
 */
class CompiledExpressions {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Undefined: it is too large. Throws RE2JSException for what is no expression of RE2. */
  get(expression: string, flags = 0): RE2JS | undefined {
    const key = `${flags}:${expression}`;
    const known = this.#kept.get(key) ?? compile(expression, flags);
    if (known === undefined) return undefined;
    this.#remove(key);
    known.bytes = known.programBytes + stateBytes(known.compiled);
    this.#kept.set(key, known);
    this.#bytes += known.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= mostBytes || oldest === key) break;
      this.#remove(oldest);
    }
    return known.compiled;
  }

  #remove(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

const compile = (expression: string, flags: number): Kept | undefined => {
  if (sizeFault(expression) !== undefined) return undefined;
  const compiled = RE2JS.compile(expression, flags);
  const engine = compiled.re2();
  // without this, an expression that is not matched in one pass may remember states of 8 MB
  if (engine.onepass === null) {
    engine.dfa.stateBudget = mostStateBytes;
    engine.dfa.memBudget = mostStateBytes;
  }
  const programBytes = bytesOfExpression + compiled.programSize() * bytesOfInstruction;
  return { compiled, programBytes, bytes: programBytes };
};

const stateBytes = (compiled: RE2JS): number => {
  const states = compiled.re2().lazyDFA;
  return states === null ? 0 : states.stateBudget - states.memBudget;
};

export const compiledExpressions = new CompiledExpressions();
