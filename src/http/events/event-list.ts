import * as v from 'valibot';
import { scopesFor } from '../../domain/deployments/record/access.ts';
import type {
  DeploymentStreamEvent,
  EventStream,
  InstallationStreamEvent,
  ScheduleStreamEvent,
  StreamEvent,
} from '../../domain/deployments/record/event-stream.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { creator } from '../deployments/deployment-list.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import { flag, instantText, optional, shortText } from '../pipeline/fields.ts';
import type { Links } from '../pipeline/links.ts';
import { pageQuery, pageRequest } from '../pipeline/page.ts';
import type { BodyOf } from '../schemas/answers.ts';

const { page: _, ...oneAfterTheOther } = pageQuery;

export const eventListQuery = v.object({
  ...oneAfterTheOther,
  createdBy: optional(creator),
  userGroup: optional(shortText(255)),
  since: optional(instantText),
  schedules: v.optional(flag),
  installation: v.optional(flag),
});

type Query = v.InferOutput<typeof eventListQuery>;

/** GET /events: an extension. The events of all deployments that the caller may see, newest first; with `schedules=true` also of schedules. */
export const eventList =
  ({ eventStream }: { readonly eventStream: EventStream }) =>
  async (input: { readonly caller: Caller; readonly query: Query; readonly links: Links }): Promise<Answer> => {
    const { caller, query, links } = input;
    const { createdBy, userGroup, since, schedules: withSchedules, installation: withInstallation } = query;
    const { size, direction, cursor } = pageRequest({ ...query, page: undefined });
    const page = await eventStream.list(scopesFor(caller, createdBy, userGroup), {
      ...{ size, direction, since, withSchedules, withInstallation },
      ...(cursor !== undefined && { cursor }),
    });
    const address = addressOf(links, {
      ...{ createdBy, userGroup, since, size: `${size}`, sort: `createdAt,${direction}` },
      schedules: withSchedules ? 'true' : undefined,
      installation: withInstallation ? 'true' : undefined,
    });
    return ok({
      links: [
        { rel: 'self', href: address(cursor) },
        ...(page.cursor === undefined ? [] : [{ rel: 'next', href: address(page.cursor) }]),
      ],
      content: page.content.map(streamEventView),
    });
  };

const addressOf =
  ({ base }: Links, sent: { readonly [name: string]: string | undefined }) =>
  (cursor: string | undefined): string => {
    const all = Object.entries({ ...sent, cursor }).filter((one): one is [string, string] => one[1] !== undefined);
    return `${base}/events?${new URLSearchParams(all)}`;
  };

/** What a reader, a receiver of webhooks and a bus are shown. */
export const streamEventView = (event: StreamEvent): BodyOf<'StreamEvent'> =>
  event.installation ? installationEventView(event) : ownedEventView(event);

const ownedEventView = (event: DeploymentStreamEvent | ScheduleStreamEvent) =>
  event.schedule ? scheduleEventView(event) : deploymentEventView(event);

const installationEventView = (event: InstallationStreamEvent): BodyOf<'InstallationStreamEvent'> => {
  const { id, kind, message, at, writtenAt, requestedBy, provider } = event;
  return {
    ...{ id, kind, message, at, writtenAt },
    ...(requestedBy && { requestedBy: identityOf(requestedBy) }),
    ...(provider !== undefined && { provider }),
    installation: true,
  };
};

export const scheduleEventView = (event: ScheduleStreamEvent): BodyOf<'ScheduleStreamEvent'> => {
  const { id, kind, message, at, writtenAt, requestedBy, file, backfill, schedule } = event;
  return {
    ...{ id, kind, message, at, writtenAt },
    ...(requestedBy && { requestedBy: identityOf(requestedBy) }),
    ...(file && { file }),
    ...(backfill && { backfill: { uuid: backfill.uuid, status: backfill.status } }),
    schedule: { ...subjectView(event), status: schedule.status },
  };
};

export const deploymentEventView = (event: DeploymentStreamEvent): BodyOf<'DeploymentStreamEvent'> => {
  const { id, kind, message, at, writtenAt, requestedBy, deployment } = event;
  const { operation, attempt, provider, providerName, node } = event;
  return {
    ...{ id, kind, message, at, writtenAt },
    ...(operation !== undefined && { operation }),
    ...(attempt !== undefined && { attempt }),
    ...(provider !== undefined && { provider }),
    ...(providerName !== undefined && { providerName }),
    ...(node !== undefined && { node }),
    ...(requestedBy && { requestedBy: identityOf(requestedBy) }),
    deployment: { ...subjectView(event), status: deployment.status },
  };
};

const subjectView = ({ schedule, deployment }: DeploymentStreamEvent | ScheduleStreamEvent) => {
  const { id: uuid, name, userGroup, createdBy } = schedule ?? deployment;
  return {
    ...{ uuid, createdBy: identityOf(createdBy) },
    ...(name !== undefined && { name }),
    ...(userGroup !== undefined && { userGroup }),
  };
};
