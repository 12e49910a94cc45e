import { type Event, parseEvents, YAMLException } from 'js-yaml';
import { limits } from '../limits.ts';

export interface Parsed {
  readonly events: Event[];
  /** the text that the events' offsets refer to: the original, or the original with some lines indented further */
  readonly text: string;
  /** line, from 0 -> blanks added before it */
  readonly shifted: ReadonlyMap<number, number>;
}

/** characters parsed again because of lines with too little indentation; beyond these, such a line is an error */
const patience = 16_000_000;
/** the cost of an attempt beside its characters, in characters: the parser's error, and moving the lines */
const attemptCost = 8_000;

interface Attempt {
  readonly text: string;
  readonly shifted: ReadonlyMap<number, number>;
}

/**
 * The parser's events. A line inside brackets or quotes may have any indentation, as in every YAML reader of 1.x tools
 * and in the OASIS suite, though YAML 1.2 wants it deeper than its parent. So such lines are indented further. Throws
 * the parser's errors.
 */
export function parse(text: string): Parsed {
  const first = tryParse({ text, shifted: new Map() });
  return 'events' in first ? first : parseMoved({ text, shifted: new Map() }, first.error);
}

/**
 * Moves one line where the parser stops, then two lines at the next stop, then four. This may also move lines after the
 * closing bracket or quote, and then the parser stops there. In that case fewer lines are moved, down to the one that
 * must.
 */
function parseMoved(from: Attempt, first: unknown): Parsed {
  let [good, error, count] = [from, first, 1];
  for (let spent = 0; spent < patience; spent += good.text.length + attemptCost) {
    const line = tooFarLeft(error);
    if (line === undefined || good.shifted.has(line)) break;
    const moved = moveLines(good, line, count);
    if (moved.shifted.size === good.shifted.size) break; // it stops behind the last line: brackets are left open
    const result = tryParse(moved);
    if ('events' in result) return result;
    const next = tooFarLeft(result.error);
    const helped = next !== undefined && next >= line + count;
    if (helped || count === 1) [good, error, count] = [moved, result.error, helped ? count * 2 : 1];
    else count = Math.max(1, count >> 2);
  }
  throw error;
}

function tryParse({ text, shifted }: Attempt): Parsed | { readonly error: unknown } {
  try {
    return { events: parseEvents(text, { maxDepth: limits.depth }), text, shifted };
  } catch (error) {
    return { error };
  }
}

/** The line, from 0, where the parser stops for lack of indentation; undefined when it stops for another reason. */
const tooFarLeft = (error: unknown): number | undefined =>
  error instanceof YAMLException && error.reason === 'deficient indentation' ? error.mark?.line : undefined;

function moveLines({ text, shifted }: Attempt, line: number, count: number): Attempt {
  // deeper than any parent can be
  const blanks = deepest(text) + 1;
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const moved = new Map(shifted);
  for (let at = line; at < Math.min(line + count, lines.length); at += 1) {
    if (moved.has(at)) continue;
    lines[at] = ' '.repeat(blanks) + lines[at];
    moved.set(at, blanks);
  }
  return { text: lines.join(''), shifted: moved };
}

function deepest(text: string): number {
  let most = 0;
  for (const [, indentation = ''] of text.matchAll(/^( {1,300})(?=[^\s])/gm)) {
    if (indentation.length > most) most = indentation.length;
  }
  return most;
}
