import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { countedTypes, idleCost, idleSection, unpriced } from '../../bench/cost/idle.ts';
import { withSection } from '../../bench/cost/report.ts';

const page = readFileSync(new URL('../../docs/cost.md', import.meta.url), 'utf8');

describe('what docs/cost.md says of an installation that does nothing', () => {
  let counts: ReadonlyMap<string, number>;
  beforeAll(() => {
    counts = countedTypes();
  });

  it('is what the templates have; `npx vitest run test/bench/idle-cost.test.ts -u` writes it', async () => {
    await expect(withSection(page, idleSection(counts), 'idle')).toMatchFileSnapshot('../../docs/cost.md');
  });

  it('leaves out nothing that the templates have', () => {
    expect(unpriced(counts)).toEqual([]);
    expect(unpriced(new Map([['AWS::EC2::NatGateway', 1]]))).toEqual(['AWS::EC2::NatGateway']);
  });

  it('is at most three dollars a month', () => {
    expect(idleCost(counts)).toBeLessThanOrEqual(3);
    expect(idleCost(counts)).toBeGreaterThan(1);
  });

  it('grows by each alarm', () => {
    const more = new Map([...counts, ['AWS::CloudWatch::Alarm', (counts.get('AWS::CloudWatch::Alarm') ?? 0) + 1]]);
    expect(idleSection(more)).not.toBe(idleSection(counts));
  });
});
