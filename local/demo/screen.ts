import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colours only where people see and want them (NO_COLOR, FORCE_COLOR). */
export const paint = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });
export const write = (text: string): void => void process.stdout.write(text);

/** A word as a shell needs it. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Shows a command as the user can type it. */
export const showCommand = (...words: readonly string[]): void =>
  write(`\n${paint('dim', '$')} ${paint('bold', words.map(quoted).join(' '))}\n`);
