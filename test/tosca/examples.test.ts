import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/tosca/process.ts';
import { filesIn, noImports } from './fixtures.ts';

const folder = join(import.meta.dirname, '../../examples');
const files = filesIn(folder)
  // rules over plans are no templates
  .filter((file) => !file.includes('/policies/'))
  .map((file) => basename(file))
  .filter((file) => !/\.(metadata|parameters)\.yml$/.test(file));
const page = readFileSync(join(folder, 'README.md'), 'utf8');

describe('the examples', () => {
  it.each(files)('%s has no problem, or is the one that is full of them', async (file) => {
    const { problems } = await validateTemplate(readFileSync(join(folder, file), 'utf8'), noImports);
    // a schedule gives the inputs of a template for files
    const known = /^the input "\w+" is required and has no default/;
    const faults = file === 'job-per-file.yaml' ? problems.filter(({ message }) => !known.test(message)) : problems;
    expect(faults).toHaveLength(file === 'broken.yaml' ? 10 : 0);
  });

  it('have a row each in examples/README.md', () => {
    const rows = [...page.matchAll(/^\| \[([\w.-]+)\]/gm)].map(([, file]) => file);
    expect(rows.toSorted()).toEqual(files.toSorted());
  });
});
