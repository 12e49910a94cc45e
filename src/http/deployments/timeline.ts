import * as v from 'valibot';
import type { Deployment, Kind, Operation } from '../../domain/deployments/record/deployment.ts';
import { textShownTo } from '../../domain/deployments/record/disclosure.ts';
import type { EndedFiles } from '../../domain/deployments/record/ended-records.ts';
import type { Timeline, TimelineEvent } from '../../domain/deployments/record/timeline.ts';
import { runInWords } from '../../domain/runs/run.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import { cutPage } from '../../foundation/cut-page.ts';
import { InvalidError } from '../../foundation/errors.ts';
import { type Identity, identityOf } from '../../foundation/identity.ts';
import { log } from '../../foundation/log.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import { endedQuery } from '../pipeline/ended-query.ts';
import { optional, shortText } from '../pipeline/fields.ts';
import type { Links } from '../pipeline/links.ts';
import { pageQuery, pageRequest, pageView } from '../pipeline/page.ts';
import type { BodyOf } from '../schemas/answers.ts';

/** `after`: the events that were written after the one with this name. */
export const timelineQuery = v.object({ ...pageQuery, ...endedQuery, after: optional(shortText(300)) });

interface TimelineReaders {
  readonly timeline: Pick<Timeline, 'list' | 'listAfter'>;
  readonly endedFiles: Pick<EndedFiles, 'readTimeline'>;
}

/** GET /deployments/{deployment_id}/events: an extension. Newest first; with `after` in the order in which they were written. */
export const timelineList =
  ({ timeline, endedFiles }: TimelineReaders) =>
  async (input: {
    readonly deployment: Deployment;
    readonly caller: Caller;
    readonly query: v.InferOutput<typeof timelineQuery>;
    readonly links: Links;
  }): Promise<Answer> => {
    const { deployment, caller, query, links } = input;
    const { after } = query;
    const request = { ...pageRequest(query), ...(after !== undefined && { direction: 'asc' as const }) };
    const page = deployment.ended
      ? cutPage(since(await endedFiles.readTimeline(deployment.id), after), asStored, request)
      : after === undefined
        ? await timeline.list(deployment.id, request)
        : ((await timeline.listAfter(deployment.id, request, after)) ?? unknownEvent());
    return ok(
      pageView(
        `${links.deployment(deployment.id)}/events`,
        { ...(deployment.ended && { ended: 'true' }), ...(after !== undefined && { after }) },
        request,
        page,
        (event) => eventView({ ...event, message: textShownTo(caller, deployment, event.message) }),
      ),
    );
  };

/** InvalidError if there is no event of that name: then nobody knows what comes after it. */
const since = (events: readonly TimelineEvent[], after: string | undefined): readonly TimelineEvent[] => {
  if (after === undefined) return events;
  const index = events.findIndex(({ name }) => name === after);
  if (index >= 0) return events.slice(index + 1);
  return unknownEvent();
};

const unknownEvent = (): never => {
  throw new InvalidError('after: there is no event of that name; leave it out to read all events');
};

/** The events of an ended deployment are stored in the order in which they happened, and none is added. */
const asStored = (_: TimelineEvent, index: number): string => `${index}`.padStart(9, '0');

const eventView = (event: TimelineEvent): BodyOf<'Event'> => {
  const { name, kind, message, at, requestedBy, operation, attempt, provider, node } = event;
  return {
    ...{ name, kind, message, at },
    ...(operation !== undefined && { operation }),
    ...(attempt !== undefined && { attempt }),
    ...(provider !== undefined && { provider }),
    ...(node !== undefined && { node }),
    ...(requestedBy && { requestedBy: identityOf(requestedBy) }),
  };
};

export interface TimelinePorts {
  readonly clock: Clock;
  readonly timeline: Timeline;
}

export interface Acceptance {
  /** of the operation or action */
  readonly id: string;
  readonly message: string;
  /** id of the operation; absent: it is an action */
  readonly operation?: string | undefined;
  /** absent: an earlier release accepted the request */
  readonly requestedBy?: Identity | undefined;
}

/**
 * Writes the event that a request was accepted: once for its operation or action, even if the client repeats the request.
 * The request is accepted in any case, so an event that cannot be written becomes a line in the log, not a refusal.
 */
export const addAcceptedEvent = async (
  { clock, timeline }: TimelinePorts,
  deploymentId: string,
  { id, message, requestedBy, operation }: Acceptance,
  known?: Deployment,
): Promise<void> => {
  const at = clock.now().toISOString();
  try {
    const event = {
      ...({ name: acceptedName(id), kind: 'ACCEPTED', message, at } as const),
      ...(operation !== undefined && { operation }),
      ...(requestedBy && { requestedBy }),
    };
    await timeline.add(deploymentId, event, known);
  } catch (error) {
    const cause = error instanceof Error ? error.name : String(error);
    log('WARN', 'an event was not written', { deploymentId, cause });
  }
};

/**
 * Writes the acceptance of the operation that a request is about to end, if the process that accepted it died before it did.
 * A deletion may have no other event when it is reset, and a reset has none: `wasAccepted` needs it. An operation that names
 * nobody was accepted by an earlier release, and no repeat of it comes any more.
 */
export const addMissedAcceptance = async (ports: TimelinePorts, { id, operation }: Deployment): Promise<void> => {
  if (operation.kind === 'DELETE' && operation.requestedBy) await addAcceptedEvent(ports, id, acceptance(operation));
};

/**
 * Whether an operation or action was accepted at any time: it may have ended since, and another one owns what it changed. The
 * event of its acceptance tells, or another event of the operation where a process died before it wrote that one.
 */
export const wasAccepted = async (
  { timeline }: Pick<TimelinePorts, 'timeline'>,
  deploymentId: string,
  id: string,
): Promise<boolean> => {
  const isOfIt = ({ name, operation }: TimelineEvent): boolean => name === acceptedName(id) || operation === id;
  const one = { page: 0, size: 1, sort: 'createdAt', direction: 'asc' } as const;
  const { totalElements } = await timeline.list(deploymentId, one, (events) => events.filter(isOfIt));
  return totalElements > 0;
};

const acceptedName = (id: string): string => `accepted-${id}`;

/** The event of an accepted operation. */
export const acceptance = ({
  id,
  kind,
  reset,
  retries,
  restores,
  repairs,
  runs,
  adopts,
  moves,
  requestedBy,
}: Pick<Operation, 'id' | 'kind' | 'reset' | 'retries' | 'restores' | 'repairs' | 'runs' | 'adopts' | 'requestedBy'> & {
  readonly moves?: unknown;
}): Acceptance => ({
  id,
  operation: id,
  requestedBy,
  message: wordsFor({ kind, reset, retries, restores, repairs, runs, adopts, moves }),
});

interface Worded {
  readonly kind: Kind;
  readonly reset?: true | undefined;
  readonly retries?: Operation['retries'] | undefined;
  readonly restores?: number | undefined;
  readonly repairs?: Operation['repairs'] | undefined;
  readonly runs?: Operation['runs'] | undefined;
  readonly adopts?: Operation['adopts'] | undefined;
  /** undefined: it does not move */
  readonly moves?: unknown;
}

const wordsFor = ({ kind, reset, retries, restores, repairs, runs, adopts, moves }: Worded): string => {
  if (reset) return 'the deletion was reset';
  if (repairs) return 'a repair was accepted';
  if (moves) return 'a move to another provider was accepted';
  if (runs) return `the run of ${runInWords(runs)} was accepted`;
  if (adopts) return `the adoption of infrastructure ${adopts.infrastructureId} was accepted`;
  if (retries) return 'another try of the creation was accepted';
  return restores === undefined ? wordsOf[kind] : `an update back to version ${restores} was accepted`;
};

const wordsOf: { readonly [K in Kind]: string } = {
  CREATE: 'the creation was accepted',
  UPDATE: 'an update was accepted',
  DELETE: 'a deletion was accepted',
};
