/** Where values of several lines are, and where block collections begin. */

import { CHOMPING_MODE, COLLECTION_STYLE, EVENT_ID, type Event, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';

/** Lines that belong to a value that began before them. Lines are from 0. */
export interface Extent {
  readonly first: number;
  readonly last: number;
  /** of a block text: the blanks before its lines, and whether its header says how many; absent: quotes, brackets or a plain text */
  readonly block?: { readonly indent: number; readonly isExplicit: boolean };
}

export interface Structure {
  /** offsets of the first key or dash of each block collection */
  readonly collections: ReadonlyMap<number, 'mapping' | 'sequence'>;
  /** by their first lines */
  readonly extents: ReadonlyMap<number, Extent>;
}

const blockStyles: readonly number[] = [SCALAR_STYLE.LITERAL_BLOCK, SCALAR_STYLE.FOLDED_BLOCK];

export const structureOf = (text: string, events: readonly Event[]): Structure => {
  const lineOf = lineFinder(text);
  const scalars = events.filter((event) => event.type === EVENT_ID.SCALAR && event.valueStart >= 0) as ScalarEvent[];
  const ends = new Map(scalars.map(({ valueStart, valueEnd }) => [valueStart, valueEnd]));
  const collections = new Map<number, 'mapping' | 'sequence'>();
  const extents = new Map<number, Extent>();
  const add = (extent: Extent): void => {
    const known = extents.get(extent.first);
    if (extent.last >= extent.first && (known === undefined || known.last < extent.last))
      extents.set(extent.first, extent);
  };
  for (const event of events) {
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      if (event.style === COLLECTION_STYLE.BLOCK)
        collections.set(event.start, event.type === EVENT_ID.MAPPING ? 'mapping' : 'sequence');
      // a pair within a list has no brackets of its own
      else if ('[{'.includes(text[event.start] ?? ' '))
        add({ first: lineOf(event.start) + 1, last: lineOf(endOfFlow(text, event.start, ends)) });
    }
  }
  for (const scalar of scalars)
    if (blockStyles.includes(scalar.style)) add(blockExtent(text, scalar, lineOf));
    else add({ first: lineOf(scalar.valueStart) + 1, last: lineOf(scalar.valueEnd) });
  return { collections, extents };
};

const blockExtent = (text: string, scalar: ScalarEvent, lineOf: (offset: number) => number): Extent => {
  const { valueStart, valueEnd, indent, chomping } = scalar;
  const lines = text.slice(valueStart, valueEnd).split('\n');
  // the last part is empty, or the text has no line end
  if (lines.at(-1) === '') lines.pop();
  // empty lines at its end belong to it only where it keeps them
  const isKept = chomping === CHOMPING_MODE.KEEP;
  while (!isKept && lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  const header = text.slice(text.lastIndexOf('\n', valueStart - 2) + 1, valueStart);
  const first = lineOf(valueStart);
  return {
    ...{ first, last: first + lines.length - 1 },
    block: { indent, isExplicit: /[|>][-+]?[1-9]/.test(header) },
  };
};

/** Offset of the bracket that closes the one at `start`. */
const endOfFlow = (text: string, start: number, ends: ReadonlyMap<number, number>): number => {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const end = ends.get(at);
    if (end !== undefined && end > at) {
      at = end - 1;
      continue;
    }
    const character = text[at] ?? '';
    if (character === '#' && /\s/.test(text[at - 1] ?? ' ')) {
      const next = text.indexOf('\n', at);
      at = next < 0 ? text.length : next;
    } else if ('[{'.includes(character)) depth += 1;
    else if (']}'.includes(character)) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
};

/** Finds lines, from 0, by offsets. */
const lineFinder = (text: string): ((offset: number) => number) => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
};
