import { repairByItself } from '../../../src/domain/deployments/accepting/repair-by-itself.ts';
import { checkDue } from '../../../src/domain/drift/run-checks.ts';
import { switchedPause } from '../../support/paused.ts';
/** What a check has found is repaired without a request: docs/decisions/0086. */

import { describe, expect, it } from 'vitest';
import { requestCheck } from '../../../src/domain/drift/request-check.ts';
import { restricted } from '../../../src/domain/repair/by-itself.ts';
import type { RepairItem } from '../../../src/domain/repair/repair.ts';
import { by, machine, standing } from './drift-world.ts';

const seen = (...machines: ReturnType<typeof machine>[]) => ({ is: 'read' as const, machines });
const stopped = seen(machine('0', { state: 'stopped' }), machine('1'));

type One = Awaited<ReturnType<typeof standing>>;

/** The repair has ended, and the machine is as it was. */
const repaired = async (one: One) => {
  const { operation } = await one.deployment();
  one.change({ status: 'UPDATE_COMPLETE', operation });
  one.world.clock.advance(7_200);
};
const told = (one: One) => one.world.events.map(({ kind, message }) => `${kind} ${message}`);

/** The runs of the checks in a pause of the installation, until it is resumed. */
const paused = (one: One) => {
  const { pauses, resume } = switchedPause();
  const runs = checkDue({ ...one.ports, pauses, repairFound: repairByItself(one.ports) });
  const pass = async (minutes: number) => {
    one.world.clock.advance(minutes * 60);
    await runs();
  };
  return { pass, resume };
};

describe('a repair by itself', () => {
  it('is accepted once for what was found, with the try in its message', async () => {
    const one = await standing({ repair: 'all' });
    await one.checks(stopped);
    const { operation, status } = await one.deployment();
    expect(status).toBe('UPDATE_IN_PROGRESS');
    expect(operation).toMatchObject({ kind: 'UPDATE', repairs: [{ how: 'started' }] });
    expect(operation.message).toMatch(/try 1 of 3/);
    expect(one.check()).toMatchObject({ automatic: { operationId: operation.id, tries: 1 } });
    expect(one.check()?.repairDue).toBeUndefined();
    expect(one.world.started).toHaveLength(1);
  });

  it('waits for the end of a pause, in which a look that has begun still ends', async () => {
    const one = await standing({ repair: 'all' });
    const { pass, resume } = paused(one);
    const dueAt = one.world.clock.now().toISOString();
    await one.ports.driftChecks.replace(undefined, { deploymentId: one.id, findings: [], dueAt });
    await pass(1);
    expect(one.calls).toEqual([]);
    const due = one.check();
    const { operation } = await one.deployment();
    const running = { startedAt: one.world.clock.now().toISOString(), operationId: operation.id, looks: 1 };
    await one.ports.driftChecks.replace(due, { ...due, deploymentId: one.id, findings: [], running });
    one.script.push(stopped);
    await pass(1);
    expect([told(one).length, one.check()?.repairDue]).toEqual([1, true]);
    await pass(60);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
    resume();
    await pass(10);
    expect((await one.deployment()).status).toBe('UPDATE_IN_PROGRESS');
    expect(one.world.started).toHaveLength(1);
  });

  it('waits also where somebody has asked before the pause for the look that finds it: that one is answered', async () => {
    const one = await standing({ repair: 'all' });
    const { pass, resume } = paused(one);
    await requestCheck(one.ports, await one.deployment(), { id: 'request', by });
    one.script.push(stopped);
    await pass(1);
    expect(one.check()).toMatchObject({ last: { verdict: 'drifted', requestId: 'request' }, repairDue: true });
    await requestCheck(one.ports, await one.deployment(), { id: 'another', by });
    await pass(60);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
    resume();
    await pass(10);
    expect((await one.deployment()).status).toBe('UPDATE_IN_PROGRESS');
  });

  it('follows no wish where none is configured, and makes only what is gone where that is', async () => {
    for (const repair of ['none', 'missing'] as const) {
      const one = await standing({ repair });
      await one.checks(stopped);
      expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
    }
  });

  it('ends after three in a row, and alarms', async () => {
    const one = await standing({ repair: 'all' });
    for (let n = 0; n < 4; n += 1) {
      await one.checks(stopped);
      await repaired(one);
    }
    expect(one.world.started).toHaveLength(3);
    expect(told(one).at(-1)).toMatch(/^WARNING it has drifted again after 3 repairs/);
  });

  it('begins to count anew when a check has found all in order', async () => {
    const one = await standing({ repair: 'all' });
    for (let n = 0; n < 5; n += 1) {
      await one.checks(stopped);
      await repaired(one);
      await one.checks();
    }
    expect(one.world.started).toHaveLength(5);
  });
});

it('is accepted once wherever the process dies, and not lost', async () => {
  for (let cut = 1; ; cut += 1) {
    const one = await standing({ repair: 'all' });
    await requestCheck(one.ports, await one.deployment(), { id: 'request', by });
    const process = { calls: 0, dead: false };
    const dying =
      <Given extends unknown[], T>(run: (...given: Given) => Promise<T>) =>
      async (...given: Given): Promise<T> => {
        if (process.dead) throw new Error('it is dead');
        const result = await run(...given);
        process.calls += 1;
        if (process.calls === cut) process.dead = true;
        if (process.dead) throw new Error('it died');
        return result;
      };
    const { driftChecks, deployments, workflows } = one.ports;
    Object.assign(one.ports, {
      driftChecks: { ...driftChecks, replace: dying(driftChecks.replace), summarise: dying(driftChecks.summarise) },
      deployments: { ...deployments, supersede: dying(deployments.supersede) },
      workflows: { ...workflows, startOperation: dying(workflows.startOperation) },
    });
    one.script.push(stopped, stopped, stopped);
    await one.runs().catch(() => undefined);
    Object.assign(one.ports, { driftChecks, deployments, workflows });
    if (!process.dead) return expect(cut).toBeGreaterThan(5);
    for (let n = 0; n < 4; n += 1) await one.runs(400);
    const { operation } = await one.deployment();
    expect(operation.repairs, `cut ${cut}`).toMatchObject([{ how: 'started' }]);
    expect(one.check()?.repairDue, `cut ${cut}`).toBeUndefined();
  }
});

describe('of what a repair would do', () => {
  const item = (more: Partial<RepairItem>): RepairItem => ({ node: 'web', is: 'missing', how: 'remade', ...more });
  it.each<[string, RepairItem[], 'missing' | 'all', 'infrastructure-manager' | 'cloudformation', string[]]>([
    ['what is gone is made', [item({})], 'missing', 'infrastructure-manager', ['remade']],
    [
      'a size waits for a request',
      [item({ is: 'changed', how: 'altered' })],
      'missing',
      'infrastructure-manager',
      ['left'],
    ],
    ['data is never lost', [item({ how: 'refused' }), item({})], 'all', 'infrastructure-manager', ['left', 'remade']],
    [
      'a stack is set back whole',
      [item({}), item({ is: 'changed', how: 'altered' })],
      'all',
      'cloudformation',
      ['remade', 'altered'],
    ],
    [
      'or not at all',
      [item({}), item({ is: 'changed', how: 'altered' })],
      'missing',
      'cloudformation',
      ['left', 'left'],
    ],
  ])('%s', (_, items, byItself, deployer, hows) => {
    expect(restricted(items, byItself, deployer).map(({ how }) => how)).toEqual(hows);
  });
});
