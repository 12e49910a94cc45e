/** Single operations and workflows of a template on what stands: docs/decisions/0092. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopRun } from '../../src/domain/deployments/accepting/run.ts';
import { eventually } from '../support/eventually.ts';
import { ask, lastRun, runWorlds, standing } from './running.ts';
import { statesOf } from './scenario.ts';

let aws: Awaited<ReturnType<typeof runWorlds>>;
beforeAll(async () => {
  aws = await runWorlds();
});
afterAll(() => aws.stop());
beforeEach(() => aws.forget());

const backup = { node: 'shop', interface: 'Care', operation: 'backup' } as const;

describe('a single operation', () => {
  it('runs on every machine with its inputs, and leaves the deployment as it was', async () => {
    const one = await standing(aws, '', 2);
    const before = await one.now();
    await one.run(await ask(one, backup, { TO: 'tape' }));
    expect(aws.lines()).toEqual(Array(2).fill(expect.stringMatching(/^backup to tape at [\d.]+ by shop$/)));
    expect((await lastRun(one))?.progress).toMatchObject({
      is: 'done',
      entries: [{ what: 'Care.backup of shop', is: 'done', machines: [{ is: 'done' }, { is: 'done' }] }],
    });
    const { outputs, templateOf, version, inForce } = before ?? {};
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', outputs, templateOf, version, inForce });
    expect(await statesOf(one)).toEqual({ machine: 'STARTED', shop: 'STARTED' });
    expect(await one.world.files.readLog(one.deployment.id)).toContain('backup to tape');
    const ends = one.world.events.filter(({ message }) => message === 'Care.backup of shop: done');
    expect(ends).toHaveLength(1);
  });

  it('runs again when somebody asks again', async () => {
    const one = await standing(aws);
    await one.run(await ask(one, backup));
    await one.run(await ask(one, backup));
    expect(aws.lines()).toHaveLength(2);
  });

  it('that fails leaves the deployment complete, and tells the exit', async () => {
    const one = await standing(aws);
    await one.run(await ask(one, { ...backup, operation: 'check' }));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect((await lastRun(one))?.progress).toMatchObject({
      ...{ is: 'failed', why: expect.stringMatching(/^i-\w+: Failed \(exit code 3\)$/) },
      entries: [{ is: 'failed', machines: [{ is: 'failed', command: expect.any(String) }] }],
    });
  });

  it('gets secrets as a creation gives them, and nobody prints them', async () => {
    const one = await standing(aws);
    await one.run(await ask(one, { ...backup, operation: 'word' }));
    const log = await one.world.files.readLog(one.deployment.id);
    expect(aws.lines()).toEqual(['16']);
    expect(log).toContain('the word is ****');
    expect(log).not.toContain('Sesame');
    expect(JSON.stringify(await lastRun(one))).not.toContain('Sesame');
  });
});

const call = (step: string, operation: string, more = ''): string =>
  `      ${step}: { target: shop, activities: [ { call_operation: ${operation} } ]${more} }\n`;
const workflow = (steps: string, inputs = ''): string =>
  `  workflows:\n    care:\n${inputs}      steps:\n${steps.replaceAll(/^/gm, '  ')}`;
const care = { workflow: 'care' };

describe('a workflow', () => {
  it('runs its steps in their order, with its inputs', async () => {
    const steps = `      save: { target: shop, activities: [ { set_state: saving }, { call_operation: { operation: Care.backup, inputs: { TO: { concat: [ { get_input: place }, "-", { get_property: [ SELF, component_version ] } ] } } } } ], on_success: [ end ] }
${call('end', 'Standard.stop')}`;
    const one = await standing(aws, workflow(steps, '      inputs: { place: { type: string, default: vault } }\n'));
    await one.run(await ask(one, care));
    expect(aws.lines()).toEqual([expect.stringContaining('backup to vault-1 '), 'stopped']);
    expect((await lastRun(one))?.progress).toMatchObject({
      is: 'done',
      entries: [
        { step: 'save', what: 'shop: saving', is: 'done' },
        { step: 'save', what: 'Care.backup of shop', is: 'done' },
        { step: 'end', what: 'Standard.stop of shop', is: 'done' },
      ],
    });
    const told = await one.world.files.readLog(one.deployment.id);
    expect(told).toContain('step save: Care.backup of shop: done');
  });

  it('goes where a failure leads', async () => {
    const one = await standing(
      aws,
      workflow(
        call('look', 'Care.check', ', on_success: left, on_failure: mend') +
          call('left', 'Care.backup') +
          call('mend', 'Standard.stop'),
      ),
    );
    await one.run(await ask(one, care));
    expect(aws.lines()).toEqual(['checked', 'stopped']);
    expect((await lastRun(one))?.progress).toMatchObject({
      is: 'done',
      entries: [{ is: 'failed' }, { is: 'skipped' }, { is: 'done' }],
    });
  });

  it('goes there too where a machine takes no commands', async () => {
    const mend = '      mend: { target: shop, activities: [ { set_state: mending } ] }\n';
    const one = await standing(aws, workflow(`${call('save', 'Care.backup', ', on_failure: mend')}${mend}`));
    aws.fail({ resource: 'no-agent', type: 'AWS::EC2::Instance' });
    await one.run(await ask(one, care));
    expect(aws.lines()).toEqual([]);
    expect((await lastRun(one))?.progress).toMatchObject({
      is: 'done',
      entries: [{ is: 'failed', why: expect.stringContaining('does not report to Systems Manager') }, { is: 'done' }],
    });
  });

  it('begins nothing after a failure that leads nowhere', async () => {
    const one = await standing(
      aws,
      workflow(call('look', 'Care.check', ', on_success: left') + call('left', 'Care.backup')),
    );
    await one.run(await ask(one, care));
    expect(aws.lines()).toEqual(['checked']);
    expect((await lastRun(one))?.progress).toMatchObject({
      is: 'failed',
      entries: [{ is: 'failed' }, { is: 'skipped' }],
    });
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  });

  it('is stopped: what runs is cancelled, and nothing begins any more', async () => {
    const one = await standing(
      aws,
      workflow(call('rest', 'Care.sleep', ', on_success: left') + call('left', 'Care.backup')),
    );
    const operation = await ask(one, care);
    aws.meanwhile(async () => {
      await eventually(() => expect(aws.lines()).toEqual(['asleep']));
      const current = await one.now();
      if (current) await stopRun(one.world, current);
    });
    await one.run(operation);
    expect(aws.lines()).toEqual(['asleep']);
    expect((await lastRun(one))?.progress).toMatchObject({ is: 'stopped', why: 'somebody has stopped it' });
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  });

  it('is ended by a deletion, so that the operations before it run', async () => {
    const one = await standing(aws, workflow(call('rest', 'Care.sleep')));
    const operation = await ask(one, care);
    aws.meanwhile(async () => {
      await eventually(() => expect(aws.lines()).toEqual(['asleep']));
      await one.delete();
    });
    await one.run(operation);
    expect(aws.lines()).toEqual(['asleep', 'stopped']);
    expect(await one.now()).toBeUndefined();
  });

  it.each([
    [
      'a node that there is not',
      'x: { target: nobody, activities: [ { set_state: x } ] }',
      'its target "nobody" is no node',
    ],
    [
      'an operation without implementation',
      'x: { target: shop, activities: [ { call_operation: Care.none } ] }',
      'shop has no operation Care.none',
    ],
    ['a delegation', 'x: { target: shop, activities: [ { delegate: other } ] }', 'it delegates the workflow other'],
    [
      'a filter',
      'x: { target: shop, filter: [ { state: [ { equal: started } ] } ], activities: [ { set_state: x } ] }',
      'it has filter',
    ],
    ['a circle', 'x: { target: shop, activities: [ { set_state: x } ], on_success: x }', 'a circle of steps (x, x)'],
    [
      'a step that there is not',
      'x: { target: shop, activities: [ { set_state: x } ], on_success: y }',
      'leads to y, which is no step',
    ],
    [
      'an input without value',
      'x: { target: shop, activities: [ { call_operation: { operation: Care.backup, inputs: { TO: { get_input: no } } } } ] }',
      'asks for the input no',
    ],
  ])('with %s is refused, and says so', async (_, step, why) => {
    const one = await standing(aws, workflow(`      ${step}\n`));
    await expect(ask(one, care)).rejects.toThrow(why);
    expect((await one.now())?.lastRun).toBeUndefined();
  });
});
