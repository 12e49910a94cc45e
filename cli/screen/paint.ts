import { styleText } from 'node:util';
import type { Screen } from '../context.ts';

type Style = Parameters<typeof styleText>[0];

export type Paint = (style: Style, text: string) => string;

export const painter = ({ colours }: Pick<Screen, 'colours'>): Paint =>
  colours ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with this character
const sequence = /(\x1b\[[0-9;]*m)/;

/** How many columns a text takes, without its colours. */
export const widthOf = (text: string): number =>
  [
    ...text
      .split(sequence)
      .filter((part) => !part.startsWith('\x1b['))
      .join(''),
  ].length;

/** The text cut to so many columns, with its colours ended. */
export const cut = (text: string, columns: number): string => {
  if (widthOf(text) <= columns) return text;
  let left = Math.max(columns - 1, 0);
  let kept = '';
  for (const part of text.split(sequence)) {
    if (part.startsWith('\x1b[')) kept += part;
    else {
      const some = [...part].slice(0, left);
      kept += some.join('');
      left -= some.length;
      if (some.length < [...part].length) break;
    }
  }
  return `${kept}…${kept.includes('\x1b[') ? '\x1b[0m' : ''}`;
};

export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)));
