import { type Event, parseEvents, YAMLException } from 'js-yaml';
import { limits } from '../limits.ts';

/** A text as it is parsed: the original, or the original with some lines indented further. All offsets refer to it. */
interface Moved {
  readonly text: string;
  /** line, from 0 -> blanks added before it */
  readonly shifted: ReadonlyMap<number, number>;
}

interface Parsed extends Moved {
  readonly events: Event[];
}

interface Unparsed extends Moved {
  readonly error: YAMLException;
}

/** characters parsed again because of lines with too little indentation; beyond these, such a line is an error */
const patience = 16_000_000;
/** the cost of an attempt beside its characters, in characters: the parser's error, and moving the lines */
const attemptCost = 8_000;

/**
 * The parser's events, or its error. A line inside brackets or quotes may have any indentation, as in every YAML reader of
 * 1.x tools and in the OASIS suite, though YAML 1.2 wants it deeper than its parent. So such lines are indented further.
 */
export function attempt(text: string): Parsed | Unparsed {
  const first = attemptOnce({ text, shifted: new Map() });
  return 'events' in first ? first : parseMoved(first);
}

/** The events of a text that is known to be YAML. Throws the parser's error. */
export function parse(text: string): Parsed {
  const found = attempt(text);
  if ('error' in found) throw found.error;
  return found;
}

/**
 * Moves one line where the parser stops, then two lines at the next stop, then four. This may also move lines after the
 * closing bracket or quote, and then the parser stops there. In that case fewer lines are moved, down to the one that
 * must.
 */
function parseMoved(first: Unparsed): Parsed | Unparsed {
  let [good, count] = [first, 1];
  for (let spent = 0; spent < patience; spent += good.text.length + attemptCost) {
    const line = tooFarLeft(good);
    if (line === undefined || good.shifted.has(line)) break;
    const moved = moveLines(good, line, count);
    if (moved.shifted.size === good.shifted.size) break; // it stops behind the last line: brackets are left open
    const result = attemptOnce(moved);
    if ('events' in result) return result;
    const next = tooFarLeft(result);
    const helped = next !== undefined && next >= line + count;
    if (helped || count === 1) [good, count] = [result, helped ? count * 2 : 1];
    else count = Math.max(1, count >> 2);
  }
  return good;
}

/** Moves no line. */
export function attemptOnce({ text, shifted }: Moved): Parsed | Unparsed {
  try {
    return { events: parseEvents(text, { maxDepth: limits.depth }), text, shifted };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { error, text, shifted };
  }
}

/** The line, from 0, where the parser stops for lack of indentation; undefined when it stops for another reason. */
const tooFarLeft = ({ error }: Unparsed): number | undefined =>
  error.reason === 'deficient indentation' ? error.mark?.line : undefined;

function moveLines({ text, shifted }: Moved, line: number, count: number): Moved {
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
