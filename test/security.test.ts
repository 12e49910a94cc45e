import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

const testsIn = (part: string): string[] => [...part.matchAll(/\btest\/[\w./-]*\w/g)].map(([name]) => name);
const runsIn = (part: string): string[] => [...part.matchAll(/\be2e:\w+/g)].map(([name]) => name);

describe('SECURITY.md', () => {
  it('names tests and runs that there are', () => {
    expect(testsIn(text).filter((name) => !existsSync(join(root, `${name}.test.ts`)))).toEqual([]);
    expect(runsIn(text).filter((name) => !(name in scripts))).toEqual([]);
  });

  it('shows every claim by one of them', () => {
    const [, threats = ''] = text.split('## Who can do what, and what shows it');
    const [table = ''] = threats.split('\n## ');
    const rows = table.split('\n').filter((line) => /^\| (?!Who \|)/.test(line));
    expect(rows.length).toBeGreaterThan(12);
    const unshown = rows.filter((row) => testsIn(row).length + runsIn(row).length === 0);
    // the account's administrator is out of scope, and the only one who is
    expect(unshown.map((row) => row.split(' | ')[0])).toEqual(["| who has the account's administrator rights"]);
  });
});

describe('lines in the log', () => {
  it('are written through one place, which masks them and adds their ids', () => {
    const writers = ['src', 'functions'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file}`)
        .filter((file) => file.endsWith('.ts') && !file.endsWith('catalog/build.ts'))
        .filter((file) => /\bconsole\.|process\.std(out|err)\b/.test(readFileSync(join(root, file), 'utf8'))),
    );
    expect(writers).toEqual(['src/foundation/log.ts']);
  });
});
