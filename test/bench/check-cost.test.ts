import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CountedCheck, checksSection, costOf, countedChecks } from '../../bench/cost/checks.ts';
import { withSection } from '../../bench/cost/report.ts';

const page = readFileSync(new URL('../../docs/cost.md', import.meta.url), 'utf8');

describe('the check of a deployment that has not drifted', () => {
  let counted: readonly CountedCheck[];
  beforeAll(async () => {
    counted = await countedChecks();
  });

  it('costs what docs/cost.md says; `npm run cost` writes it', () => {
    expect(withSection(page, checksSection(counted), 'checks')).toBe(page);
  });

  it('costs at most five cents for 1,000 deployments', () => {
    for (const one of counted) expect(costOf(one) * 1_000, one.name).toBeLessThanOrEqual(0.05);
    expect(counted.map(({ looks }) => looks)).toEqual([1, 2, 1, 2]);
    // what may move reads the ranking too, and asks the provider for no more
    expect(counted.map(({ s3Reads }) => s3Reads)).toEqual([0, 0, 1, 1]);
  });
});
