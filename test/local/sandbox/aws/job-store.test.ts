import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LaptopError } from '../../../../local/machine/laptop-error.ts';
import type { JobDefinition, SandboxJob } from '../../../../local/sandbox/aws/batch/job.ts';
import { JobStore } from '../../../../local/sandbox/aws/batch/job-store.ts';
import { World } from '../../../../local/sandbox/aws/world/world.ts';

const here = { account: '111111111111', region: 'eu-west-1' };
const there = { account: '111111111111', region: 'eu-central-1' };
const newFolder = () => mkdtempSync(join(tmpdir(), 'toscanini-jobs-'));
const clock = { now: () => new Date(0) };

const job = (id: string, status: SandboxJob['status'] = 'SUBMITTED'): SandboxJob => ({
  ...{ id, arn: `arn:${id}`, name: id, queue: 'jobs', definition: 'arn:definition', tags: {}, parameters: {} },
  ...{ dependsOn: [], createdAt: 0, status, dueAt: 0, attempts: [] },
});
const definition: JobDefinition = { name: 'one', arn: 'arn:definition', revision: 1, given: {}, status: 'ACTIVE' };

describe('jobs on disk', () => {
  it('are what was saved last, in the order in which they were made, whatever was made and changed', () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      place: fc.constantFrom(here, there),
      status: fc.constantFrom('SUBMITTED', 'RUNNING', 'SUCCEEDED' as const),
      isSaved: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const file = join(newFolder(), 'jobs.db');
        const store = new JobStore(file);
        const live = new Map<string, SandboxJob>();
        for (const { id, place, status, isSaved } of steps) {
          const key = `${place.region} ${id}`;
          const one = live.get(key) ?? job(id);
          live.set(key, one);
          one.status = status;
          store.changed(place, one);
          if (isSaved) store.save();
        }
        store.close(); // saves the rest
        const again = new JobStore(file);
        for (const place of [here, there]) {
          const expected = [...live].filter(([key]) => key.startsWith(place.region)).map(([, one]) => one);
          expect(Object.values(again.load(place).jobs ?? {})).toEqual(expected);
        }
        again.close();
      }),
      { numRuns: 30 },
    );
  });

  it('are written alone: what has not changed is left as it is', () => {
    const store = new JobStore(join(newFolder(), 'jobs.db'));
    const [one, other] = [job('one'), job('other')];
    for (const item of [one, other, definition]) store.changed(here, item);
    store.save();
    one.status = 'RUNNING';
    other.status = 'RUNNING';
    store.changed(here, one);
    store.save();
    const { jobs, definitions } = store.load(here);
    expect([jobs?.['one']?.status, jobs?.['other']?.status]).toEqual(['RUNNING', 'SUBMITTED']);
    expect(definitions).toEqual({ 'arn:definition': definition });
    store.reset();
    expect(store.load(here)).toEqual({});
    store.close();
  });

  it('say how to go on when their file is broken', () => {
    const file = join(newFolder(), 'jobs.db');
    writeFileSync(file, 'this is no database, and it is long enough to be taken for one'.repeat(20));
    expect(() => new JobStore(file)).toThrow(LaptopError);
  });
});

describe('a place', () => {
  it('hands the jobs in its file over, as an earlier release kept them there', async () => {
    const directory = newFolder();
    const file = join(directory, 'aws', `${here.account}-${here.region}.json`);
    const first = new World({ clock, directory });
    const place = first.place(here.account, here.region);
    await first.stop();
    mkdirSync(join(directory, 'aws'), { recursive: true });
    const old = { ...place, jobs: { old: job('old', 'RUNNABLE') }, definitions: { [definition.arn]: definition } };
    writeFileSync(file, JSON.stringify(old));

    const second = new World({ clock, directory });
    second.save(second.place(here.account, here.region));
    expect(readFileSync(file, 'utf8')).not.toContain('RUNNABLE');
    await second.stop();

    const third = new World({ clock, directory });
    expect(third.place(here.account, here.region)).toMatchObject({ jobs: old.jobs, definitions: old.definitions });
    third.reset();
    await third.stop();
    expect(existsSync(file)).toBe(false);
    const fourth = new World({ clock, directory });
    expect(fourth.place(here.account, here.region).jobs).toBeUndefined();
    await fourth.stop();
  });
});
