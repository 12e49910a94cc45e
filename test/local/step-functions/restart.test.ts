import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awaiting, calling, type FakeFunction, gate, type Laptop, openLaptop } from './laptop.ts';

let directory: string;
let laptop: Laptop;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'toscanini-executions-'));
});
afterEach(async () => {
  await laptop.stop();
  rmSync(directory, { recursive: true });
});

const workflows = { parent: awaiting('child'), child: calling('work'), plain: calling('work') };
const open = async (functions: Record<string, FakeFunction>, kept: object = workflows): Promise<void> => {
  laptop = await openLaptop({
    workflows: kept as typeof workflows,
    functions,
    dataFile: join(directory, 'executions.db'),
  });
};

/** A function that never answers the first process. */
const hanging = () => {
  const begun = gate();
  const work = () => {
    begun.open();
    return new Promise(() => {});
  };
  return { begun: begun.opened, work };
};

describe('a laptop that starts again', () => {
  it('runs what was in flight again, under its name, from its start', async () => {
    const first = hanging();
    await open({ work: first.work });
    const arn = await laptop.start('plain', { n: 1 }, 'op1');
    await first.begun;
    const before = await laptop.client.send(new DescribeExecutionCommand({ executionArn: arn }));
    await laptop.stop();
    await open({ work: ({ n }: { n: number }) => n + 1 });
    laptop.resume();
    const after = await laptop.ended(arn);
    expect(after).toMatchObject({ status: 'SUCCEEDED', name: 'op1', output: '2' });
    expect(after.startDate).toEqual(before.startDate);
  });

  it('lets a parent find the child that it had started', async () => {
    const first = hanging();
    await open({ work: first.work });
    const arn = await laptop.start('parent', { n: 1 });
    await first.begun;
    await laptop.stop();
    let calls = 0;
    await open({ work: () => ++calls });
    laptop.resume();
    expect(JSON.parse(`${(await laptop.ended(arn)).output}`)).toMatchObject({ Status: 'SUCCEEDED', Output: 1 });
    expect(calls).toBe(1);
  });

  it('lets a parent find the child that had ended', async () => {
    const awaited = awaiting('child', { ResultPath: '$.child', End: undefined, Next: 'Call' }) as { States: object };
    const { States } = calling('after') as { States: object };
    const both = { ...workflows, parent: { ...awaited, States: { ...awaited.States, ...States } } };
    const first = hanging();
    let calls = 0;
    await open({ work: () => ++calls, after: first.work }, both);
    const arn = await laptop.start('parent', { n: 1 });
    await first.begun;
    await laptop.stop();
    await open({ work: () => ++calls, after: ({ child }: { child: { Output: number } }) => child.Output }, both);
    laptop.resume();
    expect(await laptop.ended(arn)).toMatchObject({ status: 'SUCCEEDED', output: '1' });
    expect(calls).toBe(1);
  });

  it('answers a repeated start of what it took over', async () => {
    const first = hanging();
    await open({ work: first.work });
    const arn = await laptop.start('plain', {}, 'op1');
    await laptop.stop();
    const second = hanging();
    await open({ work: second.work });
    laptop.resume();
    expect(await laptop.start('plain', {}, 'op1')).toBe(arn);
  });

  it('fails what belongs to a workflow that is gone, and announces it', async () => {
    const first = hanging();
    await open({ work: first.work });
    const arn = await laptop.start('plain');
    await laptop.stop();
    await open({}, { child: calling('work') });
    laptop.resume();
    expect(await laptop.ended(arn)).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
    expect(laptop.announced.map(({ detail }) => detail.executionArn)).toEqual([arn]);
  });
});
