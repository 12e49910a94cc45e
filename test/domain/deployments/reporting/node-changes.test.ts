import { describe, expect, it } from 'vitest';
import type { InfrastructureStatus, NodeChange, NodeProgress } from '../../../../src/domain/deployers/machines.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import { reportNodeChanges } from '../../../../src/domain/deployments/reporting/node-changes.ts';
import { reportProviderState } from '../../../../src/domain/deployments/reporting/provider-state.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';

const node = (
  name: string,
  happened: readonly (readonly [NodeChange, seconds: number])[],
  resourceId?: string,
): NodeProgress => ({
  ...{ node: name, state: 'waiting', happened: happened.map(([is, seconds]) => ({ is, at: afterSeconds(seconds) })) },
  ...(resourceId !== undefined && { resourceId }),
});

/** An attempt, and how often its record is written. */
const started = async (more: Partial<Attempt> = {}) => {
  const one = await attempting();
  await one.begun({ startedAt: afterSeconds(0), ...more });
  const recorded: unknown[] = [];
  const attempts: typeof one.world.attempts = {
    ...one.world.attempts,
    record: (id, number, changes) => {
      recorded.push(changes);
      return one.world.attempts.record(id, number, changes);
    },
  };
  const ports = { ...one.world, attempts };
  const tell = async (...nodes: readonly NodeProgress[]) =>
    reportNodeChanges(ports, (await one.attempt()) as Attempt, nodes);
  const tellState = async (status: InfrastructureStatus) =>
    reportProviderState(ports, (await one.attempt()) as Attempt, status);
  return { ...one, recorded, tell, tellState };
};

const words = (...all: readonly string[]) => all.map((one) => `PROVIDER_SAID: provider alpha: node ${one}`);

describe('the changes of nodes in the timeline', () => {
  it('are told in words, at the time that the provider names, with the node and the attempt', async () => {
    const one = await started();
    const all: readonly NodeChange[] = ['creating', 'made', 'changing', 'deleting', 'gone', 'failed'];
    await one.tell(
      node(
        'disk',
        all.map((is, index) => [is, index]),
      ),
    );
    expect(one.messages()).toEqual(
      words(
        ...['disk is being created', 'disk stands', 'disk is being changed'],
        ...['disk is being deleted', 'disk is deleted', 'disk has failed'],
      ),
    );
    expect(one.world.events[1]).toEqual({
      ...{ name: `attempt-1-node-disk-made-${afterSeconds(1)}`, kind: 'PROVIDER_SAID' },
      ...{ message: 'provider alpha: node disk stands', at: afterSeconds(1), node: 'disk' },
      ...{ operation: one.deployment.operation.id, attempt: 1, provider: 'alpha' },
    });
    expect(one.recorded).toEqual([{ toldUntil: afterSeconds(5) }]);
  });

  it('of a machine are only its failure: the rest shows by itself', async () => {
    const one = await started();
    await one.tell(
      node(
        'web',
        [
          ['creating', 1],
          ['failed', 2],
        ],
        'r-1',
      ),
    );
    expect(one.messages()).toEqual(words('web has failed'));
  });

  it('are told once, and nothing is written where nothing is new', async () => {
    const one = await started();
    const first = node('disk', [['creating', 1]]);
    await one.tell();
    await one.tell(first);
    await one.tell(first);
    expect(one.recorded).toEqual([{ toldUntil: afterSeconds(1) }]);
    await one.tell(
      node('disk', [
        ['creating', 1],
        ['made', 9],
      ]),
    );
    expect(one.messages()).toEqual(words('disk is being created', 'disk stands'));
    expect(one.recorded.at(-1)).toEqual({ toldUntil: afterSeconds(9) });
  });

  it('that come late are told, and those of an earlier attempt are not', async () => {
    const one = await started({ startedAt: afterSeconds(100) });
    await one.tell(
      node('old', [['made', 39]]),
      node('disk', [
        ['creating', 40],
        ['made', 200],
      ]),
    );
    expect(one.messages()).toEqual(words('disk is being created', 'disk stands'));
    // a minute before the last that was told
    await one.tell(
      node('late', [['creating', 140]]),
      node('older', [['creating', 139]]),
      node('disk', [['changing', 201]]),
    );
    expect(one.messages().slice(2)).toEqual(words('late is being created', 'disk is being changed'));
  });

  it('are those of a hundred nodes at most', async () => {
    const one = await started();
    const many = Array.from({ length: 101 }, (_, index) =>
      node(`n${index}`, [
        ['creating', 1],
        ['made', 2],
      ]),
    );
    await one.tell(...many);
    expect(one.world.events).toHaveLength(200);
    expect(one.messages()).not.toContain(words('n100 stands')[0]);
  });
});

describe('the events of jobs in the timeline', () => {
  const event = (name: string, seconds: number) => ({ name, message: `job ${name}`, at: afterSeconds(seconds) });

  it('are told each at its own time, and once', async () => {
    const one = await started();
    const status = { state: 'running', vms: {}, happened: [event('a', 1), event('b', 2)] } as const;
    await one.tellState(status);
    await one.tellState(status);
    expect(one.messages()).toEqual(['PROVIDER_SAID: provider alpha: job a', 'PROVIDER_SAID: provider alpha: job b']);
    expect(one.world.events[1]).toMatchObject({
      ...{ name: `${one.deployment.operation.id}-attempt-1-b`, at: afterSeconds(2), attempt: 1, provider: 'alpha' },
    });
    expect(one.recorded).toEqual([{ said: '2 events of jobs until 2026-11-20T12:00:02.000Z' }]);
    await one.tellState({ ...status, happened: [...status.happened, event('c', 3)] });
    expect(one.messages().at(-1)).toBe('PROVIDER_SAID: provider alpha: job c');
  });
});
