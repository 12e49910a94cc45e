import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCase } from '../../../src/adapters/policies/cases.ts';
import { readPolicyFile } from '../../../src/adapters/policies/file.ts';
import { policiesOf } from '../../../src/adapters/policies/policies.ts';

const folder = join(import.meta.dirname, '../../../examples/policies');
const files = globSync('*.yaml', { cwd: folder });

describe('the examples', () => {
  it('are ten', () => expect(files).toHaveLength(10));

  it.each(files)('%s does what its cases say, and each rule is tried both ways', async (file) => {
    const read = readPolicyFile(readFileSync(join(folder, file), 'utf8'));
    if ('mistakes' in read) throw new Error(read.mistakes.join('\n'));
    const policies = policiesOf(read.rules);
    for (const one of read.cases) expect(await runCase(policies, one)).toEqual({ name: one.name, differences: [] });
    const applied = read.cases.map(({ expect: wanted }) =>
      wanted.map((one) => (typeof one === 'string' ? one : one.rule)),
    );
    for (const { id } of read.rules) {
      expect(
        applied.some((rules) => rules.includes(id)),
        `${id} applies`,
      ).toBe(true);
      expect(
        applied.some((rules) => !rules.includes(id)),
        `${id} does not apply`,
      ).toBe(true);
    }
  });
});
