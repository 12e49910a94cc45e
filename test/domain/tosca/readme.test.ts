import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemCodes } from '../../../src/domain/tosca/problem-kinds.ts';

const folder = join(import.meta.dirname, '../../../src/domain/tosca');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');

describe("the processor's README", () => {
  it('lists every code a problem can have, and no other', () => {
    const listed = [...readme.matchAll(/^Problems:((?:.|\n)*?)\n\n/gm)].flatMap(([, codes]) => [
      ...(codes ?? '').matchAll(/`([a-z-]+)`/g),
    ]);
    expect(listed.map(([, code]) => code).toSorted()).toEqual([...problemCodes, 'too-many-problems'].toSorted());
  });

  it('has a section for every phase', () => {
    const phases = readdirSync(folder).filter((file) => /^phase\d/.test(file));
    for (const phase of phases) expect(readme).toContain(`(\`${phase}\`)`);
    expect(phases.length).toBeGreaterThan(5);
  });
});
