/** A part of a text: from a position up to another one. */
export type Range = readonly [start: number, end: number];

/**
 * A text without its escapes: those of JSON, also of JSON within JSON, of URLs and forms, of HTML and of a shell. Without
 * blanks, line breaks and backslashes too: a terminal breaks long lines anywhere. So whoever quotes a secret, it reads the
 * same. The second value finds where a part of it stands in the original.
 */
export const plainText = (original: string): readonly [text: string, inOriginal: (part: Range) => Range] => {
  const pieces: Piece[] = [];
  let plain = '';
  const add = (text: string, start: number, end: number): void => {
    if (text === '') return;
    pieces.push([plain.length, start, end, text.length === end - start]);
    plain += text;
  };
  let at = 0;
  for (const found of original.matchAll(escapes)) {
    const end = found.index + found[0].length;
    add(original.slice(at, found.index), at, found.index);
    add(decodedReference(found), found.index, end);
    at = end;
  }
  add(original.slice(at), at, original.length);
  return [plain, (part) => rangeIn(pieces, part)];
};

const escapes = new RegExp(
  [
    String.raw`[\s+]+|\\+[rnt]`, // a form has + for a blank
    String.raw`'"'"'|'\\''`, // a shell's '
    String.raw`\\+u([0-9a-f]{4})`,
    '((?:%(?:25)*[0-9a-f]{2})+)',
    String.raw`\\+`,
    String.raw`&(?:amp;)*(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(amp|lt|gt|quot|apos));`,
  ].join('|'),
  'gi',
);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodedReference = ([whole, unit, encoded, decimal, code = unit, name]: RegExpExecArray): string => {
  if (encoded !== undefined) return withoutBlanks(decoded(encoded));
  if (decimal !== undefined) return withoutBlanks(String.fromCodePoint(Number(decimal)));
  if (code !== undefined) return withoutBlanks(String.fromCodePoint(Number.parseInt(code, 16)));
  return named[name?.toLowerCase() ?? ''] ?? (whole.startsWith("'") ? "'" : '');
};

const decoded = (encoded: string): string => {
  const bytes = [...encoded.matchAll(/%(?:25)*([0-9a-f]{2})/gi)].map(([, byte = '']) => Number.parseInt(byte, 16));
  return new TextDecoder().decode(Uint8Array.from(bytes));
};

/** What a text reads like that has no escapes, whatever it looks like: `C:\new` has no line break. */
export const withoutBlanks = (text: string): string => text.replace(/[\s+\\]/g, '');

/** Where it begins in the plain text; where it begins and ends in the original; whether it is as long there. */
type Piece = readonly [at: number, start: number, end: number, isSame: boolean];

const rangeIn = (pieces: readonly Piece[], [from, to]: Range): Range => {
  const [first, start, , isSame] = pieceAt(pieces, from);
  const [last, lastStart, end, endsSame] = pieceAt(pieces, to - 1);
  return [isSame ? start + from - first : start, endsSame ? lastStart + to - last : end];
};

/** By bisection. */
const pieceAt = (pieces: readonly Piece[], at: number): Piece => {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.[0] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return pieces[low] ?? [0, 0, 0, true];
};
