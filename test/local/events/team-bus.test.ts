import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridgeClient, ListEventBusesCommand, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTeamBus, type TeamBus } from '../../../local/events/team-bus.ts';
import { eventBus } from '../../../src/adapters/aws/event-bus.ts';
import type { EventBus } from '../../../src/domain/publishing/publish-events.ts';

let folder: string;
let bus: TeamBus;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bus-'));
  bus = await startTeamBus(join(folder, 'bus.jsonl'));
});
afterEach(async () => {
  await bus.stop();
  rmSync(folder, { recursive: true });
});

const client = () =>
  new EventBridgeClient({
    ...{ endpoint: bus.url, region: 'eu-west-1', maxAttempts: 1 },
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

const lines = (): unknown[] =>
  readFileSync(join(folder, 'bus.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

type Event = Parameters<EventBus['put']>[0];

it('has what the service puts on it, a line each, as rules of EventBridge see it, for its user alone', async () => {
  const put = eventBus('toscanini-events', client()).put;
  const at = '2026-11-29T09:00:12.000Z';
  const failed = { id: 'e1', kind: 'FAILED', at, deployment: { id: 'd1' } } as unknown as Event;
  await put(failed, '{"kind":"FAILED"}');
  await put({ ...failed, kind: 'ATTEMPT_FAILED' } as Event, '{"kind":"ATTEMPT_FAILED"}');
  expect(lines()).toEqual([
    {
      ...{ version: '0', id: expect.any(String), 'detail-type': 'toscanini.deployment.failed', source: 'toscanini' },
      ...{ account: '111111111111', time: at, region: expect.any(String), resources: ['/deployments/d1'] },
      detail: { kind: 'FAILED' },
    },
    expect.objectContaining({ 'detail-type': 'toscanini.deployment.attempt-failed' }),
  ]);
  expect(statSync(join(folder, 'bus.jsonl')).mode & 0o777).toBe(0o600);
});

it('refuses a detail that is no JSON, and every other call', async () => {
  const entry = { EventBusName: 'b', Source: 's', DetailType: 'd', Detail: '{', Time: new Date(0), Resources: [] };
  await expect(client().send(new PutEventsCommand({ Entries: [entry] }))).rejects.toMatchObject({
    name: 'ValidationException',
    message: 'Detail is malformed',
  });
  await expect(client().send(new ListEventBusesCommand({}))).rejects.toMatchObject({
    name: 'UnknownOperationException',
  });
});
