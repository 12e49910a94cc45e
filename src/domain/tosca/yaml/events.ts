import { type Event, parseEvents, YAMLException } from 'js-yaml';
import { limits } from '../limits.ts';

export interface Parsed {
  readonly events: readonly Event[];
  /** what the events' offsets are offsets of: the text, or the text with lines set further to the right */
  readonly text: string;
  /** line, from 0 -> blanks put before it */
  readonly shifted: ReadonlyMap<number, number>;
}

/** characters parsed again because of lines that stand too far left; beyond these they are a mistake like any other */
const patience = 20_000_000;

/**
 * The parser's events. A line inside brackets or quotes may stand as far left as it likes, as in every YAML reader that
 * 1.x tools use (and as in the OASIS suite), though YAML 1.2 wants it deeper than its parent: such a line is moved, one at
 * a time. Throws what the parser throws.
 */
export function parse(text: string): Parsed {
  const shifted = new Map<number, number>();
  let current = text;
  for (let spent = 0; ; spent += current.length) {
    try {
      return { events: parseEvents(current, { maxDepth: limits.depth }), text: current, shifted };
    } catch (error) {
      const moved = spent < patience ? moveLine(current, error, shifted) : undefined;
      if (moved === undefined) throw error;
      current = moved;
    }
  }
}

function moveLine(text: string, error: unknown, shifted: Map<number, number>): string | undefined {
  const place = error instanceof YAMLException && error.reason === 'deficient indentation' ? error.mark : undefined;
  if (place === undefined || shifted.has(place.line)) return undefined;
  const start = text.lastIndexOf('\n', place.position - 1) + 1;
  // deeper than any parent can be
  const blanks = deepest(text) + 1;
  shifted.set(place.line, blanks);
  return text.slice(0, start) + ' '.repeat(blanks) + text.slice(start);
}

function deepest(text: string): number {
  let most = 0;
  for (const [, indentation = ''] of text.matchAll(/^( {1,300})(?=[^\s])/gm)) {
    if (indentation.length > most) most = indentation.length;
  }
  return most;
}
