/** Source maps that know lines and no columns or names: a sixth of the size, and all that a stack trace needs. */

interface SourceMap {
  readonly version: number;
  readonly sources: readonly string[];
  readonly mappings: string;
}

/**
 * A map as esbuild writes it, with only those of its places where another line begins. The format: ECMA-426, "Source map format";
 * a place is `generated column, source, line, column`, each as the difference from the one before.
 */
export const lineMap = (text: string): string => {
  const { version, sources, mappings } = JSON.parse(text) as SourceMap;
  return JSON.stringify({ version, sources, names: [], mappings: mappings.split(';').map(linesOnly()).join(';') });
};

/** For each line of the program, one after the other. */
const linesOnly = () => {
  let [source, line] = [0, 0];
  let [writtenSource, writtenLine] = [0, 0];
  return (row: string): string => {
    let [generated, writtenColumn, kept] = [0, 0, ''];
    let isFirst = true;
    for (const place of row === '' ? [] : row.split(',')) {
      const [columns = 0, sources, lines = 0] = numbersIn(place);
      generated += columns;
      // a place without a source: what follows is of no file
      if (sources === undefined) continue;
      source += sources;
      line += lines;
      if (!isFirst && source === writtenSource && line === writtenLine) continue;
      kept += `${isFirst ? '' : ','}${encoded(generated - writtenColumn)}${encoded(source - writtenSource)}${encoded(line - writtenLine)}A`;
      [writtenColumn, writtenSource, writtenLine, isFirst] = [generated, source, line, false];
    }
    return kept;
  };
};

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map([...digits].map((digit, value) => [digit, value]));

/** Five bits a digit, the lowest first; the sixth says that more follow, and the lowest of all is the sign. */
const numbersIn = (place: string): readonly number[] => {
  const found: number[] = [];
  let [number, shift] = [0, 0];
  for (const digit of place) {
    const value = values.get(digit) ?? 0;
    number += (value & 31) << shift;
    shift += 5;
    if (value & 32) continue;
    found.push(number & 1 ? -(number >> 1) : number >> 1);
    [number, shift] = [0, 0];
  }
  return found;
};

const encoded = (number: number): string => {
  let left = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const value = left & 31;
    left >>>= 5;
    text += digits[left > 0 ? value | 32 : value];
  } while (left > 0);
  return text;
};
