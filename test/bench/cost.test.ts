import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { historyLimit, worstCases } from '../../bench/cost/history.ts';
import { type Lifetime, lifetime } from '../../bench/cost/lifetime.ts';
import { quietly } from '../../bench/cost/lives.ts';
import { cases, section, withSection } from '../../bench/cost/report.ts';
import { eventsOf, transitionsOf, type Waiting, waitingFor } from '../../bench/cost/waiting.ts';

const page = readFileSync(new URL('../../docs/cost.md', import.meta.url), 'utf8');
const [minute, quarter, tenDays] = cases.map(({ bootSeconds }) => bootSeconds) as [number, number, number];

const [hours, later] = [2 * 3600, 2 * 3600 + 10 * 60];

/** Ten days without living them: from two hours on every look costs the same, and how many there are is known. */
const prolonged = (shorter: Lifetime, longer: Lifetime, seconds: number): Lifetime => {
  const [before, ten, all] = [hours, later, seconds].map((time) => waitingFor(time)) as [Waiting, Waiting, Waiting];
  const looks = all.pauses.length - before.pauses.length;
  const each = (from: number, to: number): number => (to - from) / (ten.pauses.length - before.pauses.length);
  const counts = ['invocations', 'gigabytes', 'writeUnits', 'readUnits', 's3Writes', 's3Reads'] as const;
  const [one, other] = [shorter, longer];
  return {
    ...one,
    ...Object.fromEntries(counts.map((name) => [name, one[name] + each(one[name], other[name]) * looks])),
    transitions: one.transitions + transitionsOf(all) - transitionsOf(before),
    express: {
      runs: one.express.runs + all.runs - before.runs,
      seconds: one.express.seconds + all.seconds - before.seconds,
      looks: one.express.looks + looks,
    },
    executions: one.executions.map(({ workflow, events }) => ({
      workflow,
      events: workflow === 'attempt-provider' ? events + eventsOf(all) - eventsOf(before) : events,
    })),
  };
};

describe('docs/cost.md', () => {
  it('is what the lives of deployments are counted to cost', async () => {
    const lives: Lifetime[] = [];
    for (const seconds of [minute, quarter, hours, later]) lives.push(await quietly(() => lifetime(seconds)));
    const [one, fifteen, shorter, longer] = lives as [Lifetime, Lifetime, Lifetime, Lifetime];
    expect(section([one, fifteen, prolonged(shorter, longer, tenDays)])).toBe(sectionOf(page));
  });

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
