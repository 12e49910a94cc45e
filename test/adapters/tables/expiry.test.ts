import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedDeployments } from '../../../src/adapters/tables/ended-deployments.ts';
import { idempotentRequests } from '../../../src/adapters/tables/idempotent-requests.ts';
import { possibleOrphans } from '../../../src/adapters/tables/possible-orphans.ts';
import { actionSweepQueue, callbackSweepQueue } from '../../../src/adapters/tables/sweep-queues.ts';
import type { PossibleOrphan } from '../../../src/domain/deployments/record/possible-orphans.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { deployment, instant, noWait, settableClock, someone } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const ports = () => ({ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait });
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const day = 24 * 60 * 60;
const at = (second: number): Date => new Date(instant(second));
const orphan: PossibleOrphan = {
  ...{ deploymentId: 'orphaned', number: 1, providerId: 'p', infrastructureId: 'i' },
  ...{ startedAt: instant(0), unanswered: false, looks: 0 },
};

/** Seconds from the start of the clock until DynamoDB may delete the only item whose partition starts like this. */
const livesFor = async (partition: string): Promise<number> => {
  const { Items = [] } = await engine.client.send(new ScanCommand({ TableName: engine.tables.deployments }));
  const [item, ...others] = Items.filter(({ pk }) => String(pk).startsWith(partition));
  expect(others).toEqual([]);
  return Number(item?.['expiresAt']) - at(0).getTime() / 1_000;
};

describe('an item that nobody removes', () => {
  it.each<[string, string, number, () => Promise<unknown>]>([
    ['a possible orphan', 'orphaned', 60 * day + 100, () => possibleOrphans(ports()).register([orphan], at(100))],
    [
      'an action',
      'acting',
      30 * day + 100,
      () => {
        const ref = { deploymentId: 'acting', resourceId: 'r', actionId: 'a' };
        return actionSweepQueue(ports()).register(ref, at(100));
      },
    ],
    ['a callback', 'callback#', 30 * day + 100, () => callbackSweepQueue(ports()).register('n', at(100))],
    [
      'a keyed request',
      'request#',
      day,
      () =>
        idempotentRequests(ports()).claim({
          owner: someone,
          key: 'k',
          fingerprint: 'f',
          deploymentId: 'd',
          operationId: 'o',
        }),
    ],
    [
      'an ended deployment',
      'ended-one',
      7 * day + 50,
      () => endedDeployments(ports(), 7).keep({ ...deployment(1), id: 'ended-one', ended: { at: instant(50) } }),
    ],
  ])('is kept long enough, and not for ever: %s', async (_, partition, seconds, write) => {
    await write();
    expect(await livesFor(partition)).toBe(seconds);
  });

  it('is kept longer with each search for an orphan', async () => {
    await possibleOrphans(ports()).register([{ ...orphan, deploymentId: 'searched' }], at(0));
    await possibleOrphans(ports()).postpone({ ...orphan, deploymentId: 'searched' }, at(5 * day));
    expect(await livesFor('searched')).toBe(65 * day);
  });
});
