import type { Json } from '../../tosca/topology.ts';
import { pathOf, type StreamEvent } from '../deployments/record/event-stream.ts';
import type { Webhook } from './webhook.ts';

/** The shape of an event as `GET /events` shows it. */
export type DescribeEvent = (event: StreamEvent) => Json;

export interface Written {
  readonly body: string;
  readonly contentType: string;
}

/** What begins the type of each CloudEvent, and is the source of each event on the bus. */
export const eventSource = 'toscanini';

/**
 * What an event is called on the bus and as a CloudEvent, such as `toscanini.deployment.attempt-failed` or `toscanini.schedule.file-failed`.
 */
export const eventType = ({ kind, schedule, deployment }: StreamEvent): string => {
  const word = kind
    .replace(/^SCHEDULE_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
  if (schedule) return `${eventSource}.schedule.${word}`;
  return `${eventSource}.${deployment ? 'deployment' : 'installation'}.${word}`;
};

/** CloudEvents 1.0, structured: one of the forms that a receiver may have. Its source and id together are unique. */
const cloudEventOf = (event: StreamEvent, data: Json) => ({
  specversion: '1.0',
  id: event.id,
  source: pathOf(event),
  type: eventType(event),
  subject: event.installation ? (event.provider ?? 'installation') : (event.schedule ?? event.deployment).id,
  time: event.at,
  datacontenttype: 'application/json',
  data,
});

export const written = (event: StreamEvent, form: Webhook['form'], described: Json): Written =>
  form === 'cloudevents'
    ? {
        body: JSON.stringify(cloudEventOf(event, described)),
        contentType: 'application/cloudevents+json; charset=utf-8',
      }
    : { body: JSON.stringify(described), contentType: 'application/json' };
