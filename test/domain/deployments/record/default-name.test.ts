import { describe, expect, it } from 'vitest';
import { defaultName, nameOfFile } from '../../../../src/domain/deployments/record/default-name.ts';

describe('the name that a template gives its deployments', () => {
  it.each([
    [{ display_name: 'Slurm  cluster', infra_name: 'slurm' }, 'A cluster. With workers.', 'Slurm cluster'],
    [{ infra_name: 'slurm' }, 'A cluster.', 'slurm'],
    [{ template_name: 'cluster' }, '', 'cluster'],
    [{ display_name: 3 }, 'Runs version 2.1 of it. More follows.', 'Runs version 2.1 of it'],
    [{}, 'a line\nand another\n\nA paragraph.', 'a line and another'],
    [{}, '\n\n  A paragraph of its own\n  \nand another', 'A paragraph of its own'],
    [{}, 'A cluster.', 'A cluster'],
    [{}, 'Is it a cluster? Yes.', 'Is it a cluster'],
    [{}, `${'x'.repeat(99)} and more`, 'x'.repeat(99)],
    [{}, '', undefined],
    [{ display_name: ' ' }, ' ', undefined],
    [{}, 'x'.repeat(200), 'x'.repeat(100)],
    [{ display_name: 'web\x1b[2J \x9bA\u202ebad\u2028' }, '', 'web[2J Abad'],
    [{ display_name: '\x07' }, 'A cluster.', 'A cluster'],
  ])('is, of the metadata %j and the description %j, %j', (metadata, description, name) => {
    expect(defaultName({ metadata, description }).name).toBe(name);
  });
});

describe('the name of a deployment of a file', () => {
  it.each([
    ['data/2026/run-1.dat', undefined, 'run-1.dat'],
    ['run-1.dat', 'Night run', 'run-1.dat (Night run)'],
    ['data/folder/', undefined, 'folder'],
    ['a\u202eb\n c', undefined, 'ab c'],
    [`${'x'.repeat(120)}`, 'Night run', 'x'.repeat(100)],
  ])('%j of the schedule %j is %j', (file, schedule, name) => expect(nameOfFile(file, schedule)).toEqual({ name }));

  it('is that of the schedule or template where the file has none', () =>
    expect(nameOfFile('//', 'Night')).toEqual({}));
});
