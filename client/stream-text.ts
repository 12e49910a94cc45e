import { withProviderNames } from './provider-names.ts';
import type { StreamEvent } from './types.ts';

/** What an event of the stream is about, with its path on the dashboard. */
export const eventSubject = (event: StreamEvent): Subject => {
  if ('schedule' in event) return { ...event.schedule, path: `schedules/${event.schedule.uuid}` };
  if ('deployment' in event) return { ...event.deployment, path: `deployments/${event.deployment.uuid}/timeline` };
  return { uuid: '', name: 'the installation', path: 'team/operations' };
};

interface Subject {
  /** empty: the whole installation */
  readonly uuid: string;
  readonly name?: string;
  readonly userGroup?: string;
  readonly createdBy?: { readonly subject: string };
  readonly path: string;
}

/** What an event of the stream says, with the name of its provider. */
export const streamEventText = (event: StreamEvent): string =>
  !('providerName' in event) || event.provider === undefined || event.providerName === undefined
    ? event.message
    : withProviderNames(event.message, [{ id: event.provider, name: event.providerName }]);
