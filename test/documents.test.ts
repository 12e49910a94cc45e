import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

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
