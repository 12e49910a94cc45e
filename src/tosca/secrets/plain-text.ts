/**
 * A text without its escapes: those of JSON, also of JSON within JSON, of URLs and forms, of HTML, of Python and of a shell.
 * Without blanks, line breaks and backslashes too: a terminal breaks long lines anywhere. So whoever quotes a secret, it
 * reads the same.
 */
export interface PlainText {
  /** one character for each byte in UTF-8 */
  readonly text: string;
  /** where in the original a part of `text` begins and ends */
  original(start: number, end: number): Range;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

const escapes = new RegExp(
  [
    String.raw`[\s+]+|\\+[rnt]`, // a form has + for a blank
    String.raw`'"'"'|'\\''`, // a shell's '
    String.raw`\\+u(?<high>d[89ab][0-9a-f]{2})\\+u(?<low>d[c-f][0-9a-f]{2})`,
    String.raw`\\+u(?<unit>[0-9a-f]{4})`,
    String.raw`(?:\\+x|%(?:25)*)(?<byte>[0-9a-f]{2})`,
    String.raw`\\+`,
    String.raw`&(?:amp;)*(?:#(?<decimal>\d{1,7})|#x(?<hexadecimal>[0-9a-f]{1,6})|(?<name>amp|lt|gt|quot|apos));`,
    String.raw`(?<letter>[^\x00-\x7f])`,
  ].join('|'),
  'giu',
);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A part of the plain text that is as in the original, or an escape there. */
interface Piece extends Range {
  /** in the plain text */
  readonly at: number;
  readonly isEscape: boolean;
}

export const plainText = (original: string): PlainText =>
  original.search(escapes) < 0
    ? { text: original, original: (start, end) => ({ start, end }) }
    : withoutEscapes(original);

const withoutEscapes = (original: string): PlainText => {
  const pieces: Piece[] = [];
  const texts: string[] = [];
  let at = 0;
  const add = (text: string, start: number, end: number, isEscape: boolean): void => {
    if (text === '') return;
    pieces.push({ at, start, end, isEscape });
    texts.push(text);
    at += text.length;
  };
  let start = 0;
  for (const found of original.matchAll(escapes)) {
    const end = found.index + found[0].length;
    add(original.slice(start, found.index), start, found.index, false);
    add(meant(found), found.index, end, true);
    start = end;
  }
  add(original.slice(start), start, original.length, false);
  return { text: texts.join(''), original: (from, to) => rangeIn(pieces, from, to) };
};

const meant = ({ 0: whole, groups = {} }: RegExpExecArray): string => {
  const { high, low, unit, byte, decimal, hexadecimal, name, letter } = groups;
  if (byte !== undefined) return shown(String.fromCharCode(Number.parseInt(byte, 16)));
  if (letter !== undefined) return utf8(letter);
  if (name !== undefined) return named[name.toLowerCase()] ?? '';
  if (high !== undefined) return utf8(String.fromCharCode(...[high, low ?? ''].map((one) => Number.parseInt(one, 16))));
  const code = unit ?? hexadecimal;
  if (code !== undefined) return character(Number.parseInt(code, 16));
  if (decimal !== undefined) return character(Number(decimal));
  return whole.startsWith("'") ? "'" : '';
};

const character = (code: number): string => (code > 0x10ffff ? '' : utf8(shown(String.fromCodePoint(code))));

const shown = (one: string): string => one.replace(/[\s+\\]/g, '');

/** What a text reads like that has no escapes, whatever it looks like: `C:\new` has no line break. */
export const withoutBlanks = (text: string): string => utf8(shown(text));

const utf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

const rangeIn = (pieces: readonly Piece[], from: number, to: number): Range => {
  const first = pieceAt(pieces, from);
  const last = pieceAt(pieces, to - 1);
  return {
    start: first.isEscape ? first.start : first.start + from - first.at,
    end: last.isEscape ? last.end : last.start + to - last.at,
  };
};

/** By bisection. */
const pieceAt = (pieces: readonly Piece[], at: number): Piece => {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return pieces[low] ?? { at: 0, start: 0, end: 0, isEscape: false };
};
