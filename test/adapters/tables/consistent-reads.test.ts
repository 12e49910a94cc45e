import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { attempts } from '../../../src/adapters/tables/attempts.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { endedDeployments } from '../../../src/adapters/tables/ended-deployments.ts';
import { idempotentRequests } from '../../../src/adapters/tables/idempotent-requests.ts';
import { resources } from '../../../src/adapters/tables/resources.ts';
import { scheduleEvents } from '../../../src/adapters/tables/schedule-events.ts';
import { schedules } from '../../../src/adapters/tables/schedules.ts';
import { noWait, settableClock, someone } from './samples.ts';

/** A table that has nothing, and what it was asked. */
const emptyTable = () => {
  const asked: Record<string, unknown>[] = [];
  const client = {
    config: {},
    send: async ({ input }: { readonly input: Record<string, unknown> }) => {
      asked.push(input);
      return { Items: [] };
    },
  } as unknown as DynamoDBDocumentClient;
  return {
    asked,
    ports: { client, table: 'table', deployments: 'deployments', clock: settableClock(), backOff: noWait },
  };
};

const request = { owner: someone, key: 'k', fingerprint: 'f', deploymentId: 'd', operationId: 'o', busyUntil: 1 };

describe('a record that decides what happens next', () => {
  // an engine on this machine always reads consistently: only the command can show it
  it.each<[string, (ports: ReturnType<typeof emptyTable>['ports']) => Promise<unknown>]>([
    ['deployment', (ports) => deployments(ports).find('d')],
    ['attempt', (ports) => attempts(ports).find('d', 1)],
    ['resource', (ports) => resources(ports).find('d', 'r')],
    ['schedule', (ports) => schedules(ports).find('s')],
    ['event', (ports) => scheduleEvents(ports).find('e')],
    ['ended deployment', (ports) => endedDeployments(ports, 7).find('d')],
    ['keyed request', (ports) => idempotentRequests(ports).isHeld(request)],
  ])('is read with every write that is finished: %s', async (_, read) => {
    const { asked, ports } = emptyTable();
    await read(ports);
    expect(asked).toEqual([expect.objectContaining({ TableName: 'table', ConsistentRead: true })]);
  });
});
