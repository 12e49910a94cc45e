import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { tableDefinitions } from '../src/adapters/tables/keys.ts';
import { drawnInPage, stateDiagram } from './state-diagram.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const rooms = ['src', 'functions', 'statemachines', 'lib', 'bin', 'local', 'bench', 'test', 'docs', 'examples'];

/** Text files that people write, as paths from the root. */
const files = [
  ...readdirSync(root).filter((name) => /\.(ts|md)$/.test(name)),
  ...rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs|md|json)$/.test(name))
      .map((name) => `${room}/${name}`),
  ),
];

const decisions = readdirSync(join(root, 'docs/decisions')).sort();

describe('the decisions', () => {
  it('are numbered without a gap, and no number stands twice', () => {
    expect(decisions.map((file) => file.slice(0, 5))).toEqual(
      decisions.map((_, index) => `${String(index + 1).padStart(4, '0')}-`),
    );
  });

  it('bear their number in their title', () => {
    const titles = decisions.map((file) => /^# (\d+)\. /.exec(read(`docs/decisions/${file}`))?.[1]);
    expect(titles).toEqual(decisions.map((file) => String(Number(file.slice(0, 4)))));
  });

  it('stand where they are cited', () => {
    const known = new Set(decisions.flatMap((file) => [file.slice(0, 4), file]));
    const lost = files.flatMap((file) =>
      [...read(file).matchAll(/docs\/decisions\/(\d{4}(?:-[\w.-]*\.md)?)/g)]
        .filter(([, cited]) => !known.has(cited as string))
        .map(([, cited]) => `${file} cites docs/decisions/${cited}`),
    );
    expect(lost).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const page = read('docs/architecture.md');

  it('draws the states as the code has them (else: node test/state-diagram.ts --write)', () => {
    expect(drawnInPage()).toBe(stateDiagram());
  });

  it('names every table and every index', () => {
    const named = new Set([...page.matchAll(/`([A-Za-z]+)`/g)].map(([, name]) => name));
    const stored = Object.entries(tableDefinitions).flatMap(([table, { indexes }]) => [
      table.charAt(0).toUpperCase() + table.slice(1),
      ...indexes.map(({ name }) => name),
    ]);
    expect(stored.filter((name) => !named.has(name))).toEqual([]);
  });

  it('names every place where files of a deployment stand', () => {
    const source = readFileSync(new URL('../src/adapters/files.ts', import.meta.url), 'utf8');
    const prefixes = [...source.matchAll(/[`'](\w+)\/\$\{/g)].map(([, prefix]) => `${prefix}/`);
    expect(prefixes).toContain('templates/');
    expect(prefixes.filter((prefix) => !page.includes(`| \`${prefix}`))).toEqual([]);
  });
});
