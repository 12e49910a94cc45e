import * as v from 'valibot';
import {
  type AcceptPorts,
  acceptTransfer,
  requireRecipient,
  requireRoomFor,
  requireTakeable,
} from '../../domain/deployments/accepting/accept-transfer.ts';
import { askTransfer, requireGivable } from '../../domain/deployments/accepting/ask-transfer.ts';
import {
  type ExchangePorts,
  exchangeAuthorization,
} from '../../domain/deployments/accepting/exchange-authorization.ts';
import { isId } from '../../domain/deployments/record/access.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Deployments } from '../../domain/deployments/record/ports.ts';
import { minutesOf, spanText } from '../../domain/lifetimes/lifetime.ts';
import { longestMinutes, recipientInWords, type Transfer, usualMinutes } from '../../domain/transfers/transfer.ts';
import { bearerToken, type Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import {
  ConflictError,
  InvalidError,
  ProviderFailedError,
  ProviderUnavailableError,
  UnavailableError,
} from '../../foundation/errors.ts';
import { identityOf } from '../../foundation/identity.ts';
import { renewDelegation } from '../deployments/delegation.ts';
import { checkPreconditions } from '../deployments/deployment-entity.ts';
import { type SettingPorts, type SettingRequest, settingChanged, wasChanged } from '../deployments/settings.ts';
import { addAcceptedEvent, type TimelinePorts } from '../deployments/timeline.ts';
import { transferView } from '../deployments/transfer-view.ts';
import { type Answer, noContent, ok } from '../pipeline/answer.ts';
import { members, optional, shortText, span } from '../pipeline/fields.ts';
import type { Recover } from '../pipeline/idempotent.ts';

const to = optional(shortText(300));
const ttl = optional(span);

const question = v.pipe(
  v.unknown(),
  v.check((given) => !Array.isArray(given), 'must be an object with to and ttl, both of which may be left out'),
  members({ to, ttl }),
  v.metadata({ type: 'object', properties: { to: v.getMetadata(to), ttl: v.getMetadata(ttl) } }),
);

/** The body of PUT /deployments/{deployment_id}/transfer: `{"transfer": null}` takes the question back. */
export const transferBody = () =>
  members({
    transfer: v.pipe(
      v.union([v.null(), question], 'must be an object with to and ttl, both of which may be left out, or null'),
      v.metadata({ anyOf: [v.getMetadata(question), { type: 'null' }] }),
    ),
  });

/** The body of POST /deployments/{deployment_id}/transfer. */
export const transferAnswer = () => members({ answer: v.picklist(['accept', 'decline'], 'must be accept or decline') });

type Asking = SettingRequest<ReturnType<typeof transferBody>>;

type AskPorts = SettingPorts &
  Parameters<typeof askTransfer>[0] &
  Parameters<typeof renewDelegation>[0] & { readonly clock: Clock };

/** PUT /deployments/{deployment_id}/transfer: an extension (docs/decisions/0091). With `dryRun=true` it shows the question before and after. */
export const askForOwner =
  (ports: AskPorts) =>
  async (input: Asking): Promise<Answer> => {
    const { deployment, caller, query, body } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const transfer = body.transfer === null ? undefined : questionOf(body.transfer, caller, ports.clock.now());
    if (query.dryRun) {
      requireGivable(deployment, transfer);
      return ok({
        ...(deployment.transfer && { transfer: transferView(deployment.transfer) }),
        ...(transfer && { nextTransfer: transferView(transfer) }),
      });
    }
    await renewDelegation(ports, input);
    await askTransfer(ports, deployment, { transfer, onlyIfUnchanged });
    const message = transfer
      ? `${recipientInWords(transfer)} is asked to take it over, until ${transfer.expiresAt}`
      : 'nobody is asked any more to take it over';
    return settingChanged(ports, input, message);
  };

/** InvalidError for a question that stays open for too long. */
const questionOf = (
  { to, ttl }: { readonly to?: string | undefined; readonly ttl?: string | undefined },
  caller: Caller,
  now: Date,
): Transfer => {
  const minutes = ttl === undefined || ttl === '' ? usualMinutes : minutesOf(ttl);
  if (minutes > longestMinutes)
    throw new InvalidError(`transfer.ttl is ${ttl}; a question stays open for at most ${spanText(longestMinutes)}`);
  return {
    ...(to !== undefined && to !== '' && { to }),
    by: identityOf(caller),
    since: now.toISOString(),
    expiresAt: new Date(now.getTime() + minutes * 60_000).toISOString(),
  };
};

type Answering = SettingRequest<ReturnType<typeof transferAnswer>>;

type AnswerPorts = SettingPorts & AcceptPorts & ExchangePorts;

/** POST /deployments/{deployment_id}/transfer: an extension. With `dryRun=true` it only says who would be its owner. */
export const answerTransfer =
  (ports: AnswerPorts) =>
  async (input: Answering): Promise<Answer> =>
    input.body.answer === 'accept' ? accepted(ports, input) : declined(ports, input);

/** A process that died in between is finished by the repeat of its request, which knows it by its id. */
const accepted = async (ports: AnswerPorts, input: Answering): Promise<Answer> => {
  const { deployment, caller, query, headers } = input;
  const id = input.ids?.operationId ?? ports.ids.next();
  const isDone = deployment.transferred?.id === id;
  const onlyIfUnchanged = !isDone && checkPreconditions(ports, input);
  const from = isDone ? deployment.transferred?.from : deployment.createdBy;
  if (!isDone) {
    requireTakeable(ports, deployment, caller);
    await requireRoomFor(ports, deployment, caller);
  }
  if (query.dryRun) return ok({ createdBy: identityOf(deployment.createdBy), nextCreatedBy: identityOf(caller) });
  const token = bearerToken(headers['authorization']);
  const authorization = await answering(() => exchangeAuthorization(ports, deployment, caller, token));
  await resumable(() => acceptTransfer(ports, deployment, caller, { id, onlyIfUnchanged }));
  await resumable(() => authorization.finish());
  const message = `${caller.subject} has taken it over from ${from?.subject}`;
  return settingChanged(ports, { ...input, ids: { deploymentId: deployment.id, operationId: id } }, message);
};

/** UnavailableError, before anything has changed: others are let in where it stands, or were not. */
const answering = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    if (!isOfProvider(cause)) throw cause;
    throw new UnavailableError(`${cause.message}; its owner is still the one before: repeat the request`, { cause });
  }
};

const isOfProvider = (error: unknown): error is Error =>
  error instanceof ProviderUnavailableError || error instanceof ProviderFailedError;

/** What fails on the way is done by a repeat with the same Idempotency-Key, which goes on where this one stopped. UnavailableError */
const resumable = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (cause) {
    const { message } = cause as Error;
    if (cause instanceof UnavailableError) throw new UnavailableError(message, { cause, leftSomething: true });
    if (!isOfProvider(cause)) throw cause;
    const advice = 'the deployment is yours by now, and others are still let in where it stands: repeat the request';
    throw new UnavailableError(`${message}; ${advice}`, { cause, leftSomething: true });
  }
};

const declinedBy = ({ subject }: Pick<Caller, 'subject'>): string => `${subject} does not take it over`;

/** The answer if this was already answered. A process that died before it told of a refusal is finished by the repeat of its request. */
export const wasAnswered =
  (ports: TimelinePorts & { readonly deployments: Pick<Deployments, 'find'> }): Recover =>
  async (path, ids, requestedBy) => {
    const { deployment_id: id = '' } = path;
    const found = isId(id) ? await ports.deployments.find(id) : undefined;
    if (found?.transferDeclined !== ids.operationId) return wasChanged(ports)(path, ids, requestedBy);
    const message = declinedBy(requestedBy);
    await addAcceptedEvent(ports, id, { id: ids.operationId, requestedBy, message });
    return noContent;
  };

const declined = async (ports: AnswerPorts, input: Answering): Promise<Answer> => {
  const { deployment, caller, query } = input;
  const id = input.ids?.operationId ?? ports.ids.next();
  const onlyIfUnchanged = checkPreconditions(ports, input);
  const requireMay = (one: Deployment): void => {
    requireRecipient(ports, one, caller);
    requireNamed(one);
  };
  requireMay(deployment);
  if (query.dryRun) return ok({ createdBy: identityOf(deployment.createdBy) });
  await askTransfer(ports, deployment, { transfer: undefined, declined: id, onlyIfUnchanged, requireMay });
  return settingChanged(ports, { ...input, ids: { deploymentId: deployment.id, operationId: id } }, declinedBy(caller));
};

/** ConflictError where all of the group are asked: one does not decline for the others. */
const requireNamed = ({ transfer }: Deployment): void => {
  if (transfer?.to === undefined)
    throw new ConflictError('any member of the group is asked: leave it, or ask its owner to take the question back');
};
