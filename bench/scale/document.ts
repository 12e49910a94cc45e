/** Reads and writes the part of docs/scale.md that the simulation prints. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../docs/scale.md');
const begin = '<!-- npm run simulate prints from here -->\n\n';
const end = '\n\n<!-- to here -->';

const around = (): readonly [before: string, between: string, after: string] => {
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/scale.md has lost its marks: ${begin.trim()} and ${end.trim()}`);
  return [text.slice(0, from + begin.length), text.slice(from + begin.length, to), text.slice(to)];
};

export const documented = (): string => around()[1];

export const document = (text: string): void => {
  const [before, , after] = around();
  writeFileSync(file, `${before}${text}${after}`);
};
