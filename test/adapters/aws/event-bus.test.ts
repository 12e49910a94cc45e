import type { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { describe, expect, it } from 'vitest';
import { eventBus } from '../../../src/adapters/aws/event-bus.ts';
import type { StreamEvent } from '../../../src/domain/deployments/record/event-stream.ts';

const event = { kind: 'ATTEMPT_FAILED', at: '2026-11-29T09:00:00.000Z', deployment: { id: 'd-1' } } as StreamEvent;

/** EventBridge, and what it was sent. */
const bridge = (answer: object) => {
  const sent: unknown[] = [];
  const send = async ({ input }: PutEventsCommand) => {
    sent.push(input);
    return answer;
  };
  return { client: { send } as never, sent };
};

describe('the bus of the installation', () => {
  it('has each event with its source, its type and its deployment', async () => {
    const { client, sent } = bridge({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
    await eventBus('toscanini-events', client).put(event, '{}');
    expect(sent).toEqual([
      {
        Entries: [
          {
            ...{
              EventBusName: 'toscanini-events',
              Source: 'toscanini',
              DetailType: 'toscanini.deployment.attempt-failed',
            },
            ...{ Detail: '{}', Time: new Date(event.at), Resources: ['/deployments/d-1'] },
          },
        ],
      },
    ]);
  });

  it('has not taken an event that EventBridge answers with an error of its own', async () => {
    const { client } = bridge({
      FailedEntryCount: 1,
      Entries: [{ ErrorCode: 'ThrottlingException', ErrorMessage: 'slow' }],
    });
    await expect(eventBus('toscanini-events', client).put(event, '{}')).rejects.toThrow(/ThrottlingException slow/);
  });

  it('is asked nothing where there is none', async () => {
    const { client, sent } = bridge({});
    await eventBus(undefined, client).put(event, '{}');
    expect(sent).toEqual([]);
  });

  it('names what an event is about, by its path', async () => {
    const { client, sent } = bridge({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
    const failed = { kind: 'FILE_FAILED', at: '2026-11-29T09:00:00.000Z', schedule: { id: 's-1' } } as StreamEvent;
    await eventBus('team-events', client).put(failed, '{}');
    expect(sent).toMatchObject([
      { Entries: [{ DetailType: 'toscanini.schedule.file-failed', Resources: ['/schedules/s-1'] }] },
    ]);
  });
});
