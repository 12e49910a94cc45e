import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { historyLimit, worstCases } from '../../bench/cost/history.ts';
import { type Lifetime, lifetime } from '../../bench/cost/lifetime.ts';
import { quietly } from '../../bench/cost/lives.ts';
import { cases, section, withSection } from '../../bench/cost/report.ts';

const page = readFileSync(new URL('../../docs/cost.md', import.meta.url), 'utf8');
const [minute, quarter, tenDays] = cases.map(({ bootSeconds }) => bootSeconds) as [number, number, number];

/** Between two looks at a deployment that takes long. */
const pauseSeconds = 120;
const [hours, later] = [2 * 3600, 2 * 3600 + 10 * pauseSeconds];

/** Ten days without living them: from two hours on every look costs the same, so that many more are a sum. */
const prolonged = (shorter: Lifetime, longer: Lifetime, seconds: number): Lifetime => {
  const looks = (seconds - hours) / pauseSeconds;
  const onwards = (from: number, to: number): number => from + ((to - from) / 10) * looks;
  const counts = [
    'requests',
    'transitions',
    'invocations',
    'gigabytes',
    'writeUnits',
    'readUnits',
    's3Writes',
    's3Reads',
  ] as const;
  return {
    ...shorter,
    ...Object.fromEntries(counts.map((name) => [name, onwards(shorter[name], longer[name])])),
    executions: shorter.executions.map(({ workflow, events }, n) => ({
      workflow,
      events: onwards(events, longer.executions[n]?.events ?? 0),
    })),
  };
};

describe('docs/cost.md', () => {
  it('is what the lives of deployments are counted to cost', async () => {
    const lives: Lifetime[] = [];
    for (const seconds of [minute, quarter, hours, later]) lives.push(await quietly(() => lifetime(seconds)));
    const [one, fifteen, shorter, longer] = lives as [Lifetime, Lifetime, Lifetime, Lifetime];
    expect(section([one, fifteen, prolonged(shorter, longer, tenDays)])).toBe(sectionOf(page));
  }, 60_000);

  it('keeps what stands around the counted section', () => {
    const changed = withSection(page, 'another');
    expect(sectionOf(changed)).toBe('another');
    expect(withSection(changed, sectionOf(page))).toBe(page);
    expect(() => withSection('no markers', 'x')).toThrow('docs/cost.md has no');
  });
});

describe('the longest history of each workflow', () => {
  it('stays below what ends an execution', () => {
    for (const { workflow, events } of worstCases()) expect(events, workflow).toBeLessThan(historyLimit);
  });
});

const sectionOf = (text: string): string =>
  /<!-- counted: begin -->\n([\s\S]*)\n<!-- counted: end -->/.exec(text)?.[1] ?? '';
