import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemCodes } from '../../src/tosca/problem-kinds.ts';
import { processTemplate } from '../../src/tosca/process.ts';

const folder = join(import.meta.dirname, '../../src/tosca');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');

/** The blocks of a language, in their order. */
const blocks = (language: string): readonly string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) => text as string);

describe("the processor's README", () => {
  it('shows what its example really gives', async () => {
    const [text = ''] = blocks('yaml');
    const imports = { read: async () => undefined };
    const good = await processTemplate(text, { inputs: { cpus: 2 }, imports });
    const bad = await processTemplate(text, { inputs: { cpus: 'two' }, imports });
    const [outputs, problem] = blocks('json').map((block): unknown => JSON.parse(block));
    expect(good.ok && good.topology.outputs).toEqual(outputs);
    expect(bad.problems).toEqual([problem]);
  });

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
