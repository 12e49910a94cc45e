import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { pathOf } from '../../domain/deployments/record/event-stream.ts';
import { eventSource, eventType } from '../../domain/publishing/forms.ts';
import type { EventBus } from '../../domain/publishing/publish-events.ts';
import { UnavailableError } from '../../foundation/errors.ts';

/** The bus of the installation; without a name there is none, and nothing is put. UnavailableError where EventBridge did not take the event. */
export const eventBus = (
  name: string | undefined,
  client: Pick<EventBridgeClient, 'send'> = new EventBridgeClient({}),
): EventBus => ({
  put: async (event, detail) => {
    if (name === undefined) return;
    const entry = {
      EventBusName: name,
      Source: eventSource,
      DetailType: eventType(event),
      Detail: detail,
      Time: new Date(event.at),
      Resources: [pathOf(event)],
    };
    const { FailedEntryCount, Entries = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }));
    if (FailedEntryCount === 0) return;
    const [{ ErrorCode = 'no reason', ErrorMessage = '' } = {}] = Entries;
    throw new UnavailableError(`the bus ${name} did not take an event: ${ErrorCode} ${ErrorMessage}`);
  },
});
