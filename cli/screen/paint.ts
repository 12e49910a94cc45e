import { styleText } from 'node:util';
import type { Screen } from '../context.ts';

type Style = Parameters<typeof styleText>[0];

export type Paint = (style: Style, text: string) => string;

export const painter = ({ colours }: Pick<Screen, 'colours'>): Paint =>
  colours ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with this character
const sequence = /(\x1b\[[0-9;]*m)/;

/**
 * A text that others may have written, without what would move the cursor or change the terminal. A control character is
 * shown as its picture. One that reorders letters (bidirectional) is shown as U+FFFD. Line ends, tabs and colours stay.
 */
export const harmless = (text: string): string =>
  text
    .split(sequence)
    .map((part) => (isColour(part) ? part : part.replaceAll(controls, pictureOf)))
    .join('');

const isColour = (part: string): boolean => part.startsWith('\x1b[') && part.endsWith('m');

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const controls = /(?!\r?\n|\t)[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

const pictureOf = (control: string): string => {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
};

/** A text for one line of a list, such as the name of a file: what ends a line, and a tab, are shown as their pictures. */
export const oneLine = (text: string): string => text.replaceAll(/[\t\n\v\f\r\u2028\u2029]/g, pictureOf);

/** East Asian characters and pictures take two columns (Unicode Standard Annex 11). */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
/** Accents that stand above the character before them. */
const none = /[\p{Mn}\p{Me}\p{Cf}]/u;

const columnsOf = (character: string): number => {
  if (character < '\u0300') return 1;
  if (none.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
};

/** How many columns a text takes, without its colours. */
export const widthOf = (text: string): number => {
  let columns = 0;
  for (const part of text.split(sequence))
    if (!part.startsWith('\x1b[')) for (const character of part) columns += columnsOf(character);
  return columns;
};

/** The text cut to so many columns, with its colours ended. */
export const cut = (text: string, columns: number): string => {
  if (widthOf(text) <= columns) return text;
  let left = Math.max(columns - 1, 0);
  let kept = '';
  for (const part of text.split(sequence)) {
    if (part.startsWith('\x1b[')) kept += part;
    else {
      const some = fitting(part, left);
      kept += some;
      left -= widthOf(some);
      if (some.length < part.length) break;
    }
  }
  return `${kept}…${kept.includes('\x1b[') ? '\x1b[0m' : ''}`;
};

/** The text without colours cut in its middle: names that one template makes often differ only at their ends. */
export const cutMiddle = (text: string, columns: number): string => {
  if (widthOf(text) <= columns) return text;
  const tail = [...text].toReversed().join('');
  const end = [...fitting(tail, Math.floor((columns - 1) / 2))].toReversed().join('');
  return `${fitting(text, Math.max(0, columns - 1 - widthOf(end)))}…${end}`;
};

/** As many characters of a text without colours as fit into so many columns. */
const fitting = (text: string, columns: number): string => {
  let kept = '';
  let left = columns;
  for (const character of text) {
    left -= columnsOf(character);
    if (left < 0) return kept;
    kept += character;
  }
  return kept;
};

export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)));
