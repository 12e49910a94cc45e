import type * as v from 'valibot';
import type { Configuration } from '../configuration/configuration.ts';
import { type limits, longestAttemptMins, longestOutageMins, ownResumptions } from '../configuration/limits.ts';
import type { Permission } from '../grants/grants.ts';

type Defaults = Partial<Pick<Configuration, 'labels' | 'lifetimes' | 'officeHours' | 'events' | 'protected'>>;
type Limits = v.InferOutput<typeof limits>;

/** The environment variables for limits. Only limits that differ from the service's defaults are set. */
export const limitVariables = (
  name: string,
  allowed: readonly Permission[],
  { bodyBytes, importBytes, providerTimeoutMins, mostTimeoutMins, outageMins, resumptions, eventsAnHour }: Limits,
  { labels = {}, lifetimes = { bounds: {} }, officeHours = {}, events, protected: isProtected }: Defaults = {},
): Readonly<Record<string, string>> => {
  const bounds = {
    ...(bodyBytes !== 1_048_576 && { bodyBytes }),
    ...(providerTimeoutMins !== longestAttemptMins && { providerTimeoutMins }),
    ...(mostTimeoutMins !== undefined && { mostTimeoutMins }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(lifetimes.bounds).length > 0 && { lifetimes: lifetimes.bounds }),
    ...(isProtected && { protected: true }),
    ...(Object.keys(officeHours).length > 0 && { officeHours }),
  };
  return {
    ...(takesTemplates.includes(name) && Object.keys(bounds).length > 0 && { CREATION_LIMITS: JSON.stringify(bounds) }),
    ...(name.startsWith('tasks/') && outageMins !== longestOutageMins && { OUTAGE_MINS: String(outageMins) }),
    ...(allowed.includes('executions:describe') &&
      resumptions !== ownResumptions && { RESUMPTIONS: String(resumptions) }),
    ...(writesEvents.some((one) => allowed.includes(one)) &&
      events &&
      publishesEvents(events) && { PUBLISH_EVENTS: 'true' }),
    ...(name === 'events/end-deployments' &&
      lifetimes.warningMins !== undefined && { END_WARNINGS: JSON.stringify(lifetimes.warningMins) }),
    ...(name === 'events/file-created' && eventsAnHour !== 10_000 && { EVENTS_AN_HOUR: String(eventsAnHour) }),
    ...(allowed.includes('types:read') && importBytes !== 1_048_576 && { IMPORT_BYTES: String(importBytes) }),
  };
};

const writesEvents: readonly Permission[] = ['deployments:write', 'stream:write'];

/** Whether anybody is told of events. */
export const publishesEvents = ({ bus, webhooks, groupWebhooks }: Configuration['events']): boolean =>
  bus || webhooks.length > 0 || groupWebhooks;

/** functions that apply these limits, or publish them */
const takesTemplates = [
  'http/deployments/create',
  'http/deployments/retry',
  'http/deployments/rollback',
  'http/deployments/update',
  'http/schedules/create',
  'http/lifetime/change',
  'http/configuration/openapi',
];
