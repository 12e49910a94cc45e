/** Tables of pages for people: a browser shows one that is cut as bars. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const pages = globSync('{*,!(node_modules)/**/*}.md', { cwd: root, exclude: (name) => name === 'node_modules' });

describe('a table', () => {
  /** What is between two tables that stand one after the other: the head of the second. */
  const isHead = (next: string | undefined): boolean => /^\|(?:\s*:?-+:?\s*\|)+$/.test(next ?? '');
  const cells = (row: string): number => row.replaceAll(/`[^`]*`|\\\|/g, '').split('|').length;

  it.each(pages)('of %s is in one piece, each row with all its cells', (file) => {
    const lines = readFileSync(join(root, file), 'utf8')
      .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
      .split('\n');
    const broken = lines.filter((line, at) => {
      if (!line.startsWith('|')) return false;
      const former = lines[at - 1] ?? '';
      const goesOn = former.startsWith('|') && cells(line) === cells(former);
      return !line.endsWith('|') || !(goesOn || (!former.startsWith('|') && isHead(lines[at + 1])));
    });
    expect(broken).toEqual([]);
  });
});
