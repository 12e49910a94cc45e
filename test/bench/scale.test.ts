import { describe, expect, it } from 'vitest';
import { counterShards, oneMeets, someMeet } from '../../bench/scale/counters.ts';
import { documented } from '../../bench/scale/document.ts';
import { openMetAt } from '../../bench/scale/open-executions.ts';
import { polls } from '../../bench/scale/polls.ts';
import { lines } from '../../bench/scale/quota-tables.ts';
import { large, newAccount } from '../../bench/scale/quotas.ts';
import { report } from '../../bench/scale/report.ts';
import { arrivals, simulate } from '../../bench/scale/simulation.ts';
import { bucket, pool } from '../../bench/scale/supply.ts';
import { creation, deletion, total } from '../../bench/scale/work.ts';
import { chance } from '../e2e/schedules/chance.ts';

describe('docs/scale.md', () => {
  it('has the tables that npm run simulate prints (npm run simulate -- --write puts them there)', () => {
    expect(documented()).toBe(report());
  }, 60_000);
});

describe('the work of one deployment', () => {
  it('polls as the workflow of an attempt does, until it is ready', () => {
    const looks = polls(600);
    expect(looks.slice(0, 3).map(({ after }) => after)).toEqual([0, 3, 3]);
    expect(Math.max(...looks.map(({ after }) => after))).toBe(15);
    const passed = looks.reduce((sum, { after }) => sum + after, 0);
    expect(passed).toBeGreaterThanOrEqual(600);
    expect(passed - (looks.at(-1)?.after ?? 0)).toBeLessThan(600);
    expect(looks.reduce((sum, { transitions }) => sum + transitions, 0)).toBeLessThanOrEqual(10);
  });

  it('is within the budget of transitions: 25 until it is ready', () => {
    const transitions = creation.reduce((sum, step) => sum + (step.transitions ?? 0), 0);
    expect(transitions).toBeLessThanOrEqual(25);
    expect(transitions).toBeGreaterThan(15);
  });

  it('counts a deployment in once and out once', () => {
    expect([creation, deletion].map((steps) => steps.filter(({ counts }) => counts).length)).toEqual([1, 1]);
    expect(total('executions')).toBe(6);
  });
});

describe('the quotas', () => {
  it('are met by starts of executions first outside of the large regions, and by concurrent functions in them', () => {
    const [first, second] = lines('other');
    expect([first?.name, second?.name]).toEqual(['Step Functions, StartExecution', 'Step Functions, transitions']);
    expect(second?.metAt).toBeCloseTo((800 / total('transitions')) * 3600);
    expect(lines('large')[0]?.name).toBe("Lambda, the account's concurrency");
  });

  it('are nowhere more than in a large region', () => {
    const inLarge = new Map(lines('large').map(({ name, limit }) => [name, limit]));
    for (const { name, limit } of lines('other')) expect(limit).toBeLessThanOrEqual(inLarge.get(name) ?? 0);
  });

  it('of open executions are met far earlier while nobody takes callbacks', () => {
    expect(openMetAt(0.3)).toBeGreaterThan(1_000_000);
    expect(openMetAt(24 * 3600)).toBeLessThan(15_000);
  });

  it('of a new account make functions wait that run at once in another', () => {
    const load = { creations: arrivals(chance(1), 2_000, 300), deletions: [], from: 0, until: 300 };
    const waited = [large, newAccount].map((quotas) => simulate(load, chance(1), quotas).concurrency.waited());
    expect(waited[0]).toBe(0);
    expect(waited[1]).toBeGreaterThan(0);
  });
});

describe('a bucket', () => {
  it('gives its burst at once, and then so many a second', () => {
    const tokens = bucket(10, 5, 0);
    const waits = Array.from({ length: 8 }, () => tokens.take(0, 1));
    expect(waits).toEqual([0, 0, 0, 0, 0, 0.1, 0.2, 0.3]);
    expect(tokens.use.waited()).toBe(3);
    expect(tokens.take(100, 5)).toBe(0);
  });
});

describe('a pool', () => {
  it('lets the next one in when the first is done', () => {
    const places = pool(2, 0);
    expect([places.take(0, 3), places.take(0, 1), places.take(0, 1), places.take(5, 1)]).toEqual([0, 0, 1, 0]);
    expect(places.use.peak()).toBe(2);
  });
});

describe('counters', () => {
  it('meet as birthdays do', () => {
    expect(someMeet(23, 365)).toBeCloseTo(0.507, 3);
    expect(oneMeets(2, 16)).toBeCloseTo(1 / 16);
    expect(someMeet(17, 16)).toBe(1);
  });

  it('let everybody through who comes alone, and give nobody up among sixteen', () => {
    const alone = counterShards(16, chance(1));
    for (let at = 0; at < 100; at += 1) expect(alone.write(at)).toBe(0);
    const crowd = counterShards(16, chance(1));
    for (let writer = 0; writer < 16; writer += 1) crowd.write(0);
    expect(crowd.told()).toMatchObject({ transactions: 16, givenUp: 0 });
    expect(crowd.told().conflicts).toBeGreaterThan(0);
  });
});
