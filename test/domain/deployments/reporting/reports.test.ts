import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src/domain/changes/change.ts';
import type { InfrastructureStatus } from '../../../../src/domain/deployers/machines.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import { addChangeEvents, changeLines } from '../../../../src/domain/deployments/reporting/change-events.ts';
import {
  clusterWarningsOf,
  reportClusterWarnings,
} from '../../../../src/domain/deployments/reporting/cluster-warnings.ts';
import { appendLogLine, type LineKind } from '../../../../src/domain/deployments/reporting/log-line.ts';
import { reportProviderState } from '../../../../src/domain/deployments/reporting/provider-state.ts';
import { report } from '../../../../src/domain/deployments/reporting/report.ts';
import {
  addWarningEvents,
  reportWarnings,
  warningLines,
} from '../../../../src/domain/deployments/reporting/template-warnings.ts';
import { timelineMessage } from '../../../../src/domain/deployments/reporting/timeline-message.ts';
import type { Problem } from '../../../../src/tosca/problems.ts';
import { node } from '../../providers/asking.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a message of the timeline', () => {
  it('is the first line, without secrets, of at most a thousand characters', () => {
    expect(timelineMessage('password=hunter2\nand its log')).toBe('password=********');
    expect(timelineMessage(`${'x'.repeat(1000)}y`)).toBe('x'.repeat(1000));
    expect(timelineMessage('a secret', (text) => text.replace('secret', '***'))).toBe('a ***');
    // the secret goes before the text is cut
    expect(timelineMessage(`${'x'.repeat(990)} password=hunter2`)).not.toContain('hunter');
  });
});

describe('report', () => {
  it('writes to log and timeline, in the words of each', async () => {
    const one = await attempting();
    const event = { kind: 'PROVIDER_SAID', name: 'a', message: 'in short' } as const;
    await report(one.world, { deployment: one.deployment }, { text: 'at length', line: 'asked', event });
    expect(await one.log()).toBe(`${afterSeconds(0)} at length\n`);
    const name = `${one.deployment.operation.id}-a`;
    expect(one.world.events).toEqual([
      { operation: one.deployment.operation.id, kind: 'PROVIDER_SAID', name, message: 'in short', at: afterSeconds(0) },
    ]);
  });

  it('writes only where it is told to, and when', async () => {
    const one = await attempting();
    await report(one.world, { deployment: one.deployment }, { text: 'only there', at: 'then', line: 'asked' });
    expect([await one.log(), one.world.events]).toEqual(['then only there\n', []]);
    const event = { kind: 'COMPLETE', name: 'b' } as const;
    await report(one.world, { deployment: one.deployment }, { text: 'only here', event });
    expect([await one.log(), one.messages()]).toEqual(['then only there\n', ['COMPLETE: only here']]);
  });

  it('has no secret of the deployment in the timeline', async () => {
    const one = await attempting({ parameters: { admin_password: 'Tr0ub4dor-and-3' } });
    const event = { kind: 'FAILED', name: 'c' } as const;
    await report(one.world, { deployment: one.deployment }, { text: 'no Tr0ub4dor-and-3', event });
    expect(one.messages()).toEqual(['FAILED: no ********']);
  });

  it('is about the operation of an attempt where that is all that is known', async () => {
    const one = await attempting();
    const attempt = await one.begun({ loggedInAll: 10 });
    const event = { kind: 'FAILED', name: 'd' } as const;
    await report(one.world, { attempt }, { text: 'it failed', line: 'failed', event });
    expect(one.world.events[0]?.name).toBe(`${one.deployment.operation.id}-d`);
    const files = [...one.world.stores.kept.files.keys()].filter((key) => key.startsWith('logs/'));
    expect(files).toEqual([expect.stringContaining('/0001-000000000009_-')]);
  });
});

describe('a line of the log', () => {
  /** Log of lines of our own, each with what the provider's log had by then, between pieces of the provider's log. */
  const logOf = async (...lines: readonly (readonly [number | undefined, number, LineKind, string])[]) => {
    const one = await attempting();
    const { id } = one.deployment;
    for (const [number, loggedInAll, what, text] of lines) {
      const place = number === undefined ? undefined : { number, ...(loggedInAll > 0 && { loggedInAll }) };
      await appendLogLine(one.world, id, place, { at: 'then', what, text });
    }
    for (const at of [0, 5, 10])
      await one.world.files.appendLog(id, `0001-${`${at}`.padStart(12, '0')}`, `piece ${at}\n`);
    return (await one.log()).replaceAll('then ', '').trim().split('\n');
  };

  it("stands after what the provider's log had, and before what it adds", async () => {
    expect(await logOf([1, 10, 'failed', 'last'], [1, 5, 'asked', 'second'], [1, 0, 'asked', 'first'])).toEqual([
      ...['first', 'piece 0', 'second', 'piece 5', 'last', 'piece 10'],
    ]);
  });

  it('stands in the order in which things happen, within one instant', async () => {
    expect((await logOf([1, 0, 'ended', 'b'], [1, 0, 'taken', 'a'])).slice(0, 2)).toEqual(['a', 'b']);
  });

  it('stands at its attempt, or at the end', async () => {
    const log = await logOf([undefined, 0, 'asked', 'end'], [12, 0, 'asked', 'late'], [2, 0, 'asked', 'second']);
    expect(log.slice(-3)).toEqual(['second', 'late', 'end']);
  });
});

describe('what a provider says of an infrastructure', () => {
  const said = async (...statuses: readonly InfrastructureStatus[]) => {
    const one = await attempting();
    await one.begun();
    for (const status of statuses) await reportProviderState(one.world, (await one.attempt()) as Attempt, status);
    return one;
  };

  it('is its state and the numbers of machines, each once', async () => {
    const running = { state: 'running', vms: { 0: 'running', 1: 'configured', 2: 'running' } } as const;
    const one = await said({ state: 'pending', vms: {} }, running, running);
    expect(one.messages()).toEqual([
      'PROVIDER_SAID: provider alpha: the infrastructure is pending',
      'PROVIDER_SAID: provider alpha: the infrastructure is running, virtual machines: 1 configured, 2 running',
    ]);
    const name = `${one.deployment.operation.id}-attempt-1-running-virtual-machines-1-configured-2-running`;
    expect(one.world.events.at(-1)).toMatchObject({ name, at: afterSeconds(0) });
    expect(await one.attempt()).toMatchObject({ said: 'running, virtual machines: 1 configured, 2 running' });
  });
});

describe('the changes of an update', () => {
  const change = (name: string, property = 'type'): Change => ({
    node: name,
    property,
    old: 1,
    new: 2,
    how: 'altered',
  });

  it('are one event for each node', async () => {
    const one = await attempting();
    await addChangeEvents(one.world, one.deployment, [change('web'), change('db'), change('web', 'size')]);
    expect(one.messages()).toEqual([
      'CHANGE: web: type from 1 to 2: altered in place; web: size from 1 to 2: altered in place',
      'CHANGE: db: type from 1 to 2: altered in place',
    ]);
  });

  it.each([
    [100, 100, undefined],
    [102, 101, 'CHANGE: and 2 more nodes change; the log names them'],
  ])('of %i nodes are %i events', async (nodes, events, last) => {
    const one = await attempting();
    await addChangeEvents(
      one.world,
      one.deployment,
      many(nodes).map((number) => change(`n${number}`)),
    );
    expect(one.messages()).toHaveLength(events);
    if (last) expect(one.messages().at(-1)).toBe(last);
  });

  it('are lines of the log', () => {
    const line = 'web: type from 1 to 2: altered in place';
    expect([changeLines([]), changeLines([change('web'), change('web')])]).toEqual(['', `\n${line}\n${line}`]);
  });
});

describe('warnings of a template', () => {
  const warning = (line: number, more: Partial<Problem> = {}): Problem => ({
    ...{ code: 'c', severity: 'warning', file: 'template', line, column: 2, path: 'a.b', message: 'odd' },
    ...more,
  });

  it('say where they are', () => {
    expect(warningLines([warning(1), warning(2, { path: '' }), warning(3, { file: 'types.yaml' })])).toEqual([
      ...['1:2 a.b: odd', '2:2: odd', 'types.yaml 3:2 a.b: odd'],
    ]);
  });

  it('are in the log, and in the timeline', async () => {
    const one = await attempting();
    await reportWarnings(one.world, one.deployment, [warning(1), warning(2)]);
    expect(await one.log()).toBe(`${afterSeconds(0)} warnings of the template\n  1:2 a.b: odd\n  2:2 a.b: odd\n`);
    expect(one.world.events.map(({ name, message }) => [name.slice(-9), message])).toEqual([
      ['warning-1', 'warning: the template, 1:2 a.b: odd'],
      ['warning-2', 'warning: the template, 2:2 a.b: odd'],
    ]);
  });

  it('are nowhere if there are none', async () => {
    const one = await attempting();
    await reportWarnings(one.world, one.deployment, []);
    expect([await one.log(), one.messages()]).toEqual(['', []]);
  });

  it.each([
    [10, 10, 'WARNING: warning: the template, 10:2 a.b: odd'],
    [12, 11, 'WARNING: 2 more warnings of the template are in the log'],
  ])('%i are %i events', async (count, events, last) => {
    const one = await attempting();
    await addWarningEvents(
      one.world,
      one.deployment,
      many(count).map((line) => warning(line)),
    );
    expect([one.messages().length, one.messages().at(-1)]).toEqual([events, last]);
  });
});

describe('warnings of clusters that cannot scale', () => {
  const nodes = [node('elastic', 'tosca.nodes.indigo.ElasticCluster', {})];
  const cannot = { clusterCredentials: { lacking: () => 'exchange' as const, issue: async () => undefined } };
  const can = { clusterCredentials: { lacking: () => 'nothing' as const, issue: async () => undefined } };

  it('are in log and timeline before anything is deployed', async () => {
    const one = await attempting();
    const topology = { nodes } as unknown as Parameters<typeof reportClusterWarnings>[2];
    await reportClusterWarnings({ ...one.world, ...cannot }, one.deployment, topology);
    expect(await one.log()).toMatch(/^\S+ warning: the cluster elastic will not scale: [^\n]+\n$/);
    expect(one.messages()).toEqual([expect.stringMatching(/^WARNING: the cluster elastic will not scale/)]);
  });

  it('are none where nothing is lacking', async () => {
    const one = await attempting();
    const origin = { serviceUrl: 'https://toscanini.example' };
    const asked = { ...one.deployment, origin };
    expect(clusterWarningsOf(can, asked, { nodes })).toEqual([]);
    const topology = { nodes } as unknown as Parameters<typeof reportClusterWarnings>[2];
    await reportClusterWarnings({ ...one.world, ...can }, asked, topology);
    expect([await one.log(), one.messages()]).toEqual(['', []]);
    expect(clusterWarningsOf(can, one.deployment, { nodes })).toHaveLength(1);
  });
});
