/**
 * The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a client that lost an answer repeats its request,
 * and gets the same answer. The record of the request is written first, and fixes the ids of everything the request makes.
 * So nothing is done twice, even if a process dies on the way.
 */

import { createHash } from 'node:crypto';
import type {
  HeldRequest,
  IdempotentRequest,
  IdempotentRequests,
} from '../../domain/deployments/accepting/idempotent-requests.ts';
import type { Ids } from '../../foundation/clock.ts';
import { ConflictError, InvalidError, RequestInProgressError, UnavailableError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import { alsoLogging } from '../../foundation/log.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import type { Answer } from './answer.ts';
import type { Request } from './request.ts';

export interface IdempotencyPorts {
  readonly ids: Ids;
  readonly idempotentRequests: IdempotentRequests;
}

/** Ids of what a request makes. `deploymentId` may also be the id of a schedule, and `operationId` that of an action. */
export type RequestIds = Pick<IdempotentRequest, 'deploymentId' | 'operationId'> & {
  /** whether no repeat of the request has taken over; asked before something is undone */
  readonly isHeld?: () => Promise<boolean>;
  /** an earlier process may have left something under these ids */
  readonly isResumed?: boolean;
};

/** One request, and the ways to answer it. */
export interface Work {
  readonly owner: Identity;
  /** the log's name for the id of what the request makes; absent: it makes nothing new */
  readonly makes?: 'deploymentId' | 'scheduleId';
  /** undefined: the request runs every time */
  readonly key: string | undefined;
  /** what distinguishes it from other requests, as JSON */
  readonly about: unknown;
  /** carries out the request, with these ids if there are any */
  run(ids?: RequestIds): Promise<Answer>;
  /** the answer for what was already done with these ids; undefined: nothing was done */
  recover(ids: RequestIds): Promise<Answer | undefined>;
}

/** Answers a request that is carried out only once for each key. RequestInProgressError while it is carried out. */
export const oncePerKey = async (ports: IdempotencyPorts, work: Work): Promise<Answer> => {
  const { key } = work;
  if (key === undefined) return work.run();
  const fingerprint = createHash('sha256').update(JSON.stringify(work.about)).digest('base64url');
  const ids = { deploymentId: ports.ids.next(), operationId: ports.ids.next() };
  const claim = await ports.idempotentRequests.claim({ owner: work.owner, key, fingerprint, ...ids });
  switch (claim.state) {
    case 'done':
      return replay(work, claim.answer);
    case 'other':
      throw new ConflictError('this Idempotency-Key came with another request before; use a new key for a new request');
    case 'busy':
      throw new RequestInProgressError(
        'the request that first came with this Idempotency-Key is still being worked on; ask again in a moment',
      );
    default:
      return answerOnce(ports, work, claim.request, claim.state === 'resumed');
  }
};

const replay = ({ makes }: Work, answer: string): Answer => {
  const first = parseExactly(answer) as Answer & { readonly json?: { readonly uuid?: string } };
  if (makes) alsoLogging({ [makes]: first.json?.uuid });
  return { ...first, headers: { ...first.headers, 'Idempotent-Replayed': 'true' } };
};

const answerOnce = async (
  ports: IdempotencyPorts,
  work: Work,
  request: HeldRequest,
  again: boolean,
): Promise<Answer> => {
  if (again && work.makes) alsoLogging({ [work.makes]: request.deploymentId });
  if (again) alsoLogging({ operationId: request.operationId });
  const answer = (again ? await work.recover(request) : undefined) ?? (await done(ports, work, request, again));
  await ports.idempotentRequests.complete(request, JSON.stringify(answer));
  return answer;
};

/**
 * If the request did nothing, its key is released. If it may have done something, or left something that it could not
 * remove, the next request with the key goes on under the same ids.
 */
const done = async (
  { idempotentRequests }: IdempotencyPorts,
  work: Work,
  request: HeldRequest,
  isResumed: boolean,
): Promise<Answer> => {
  const { deploymentId, operationId } = request;
  const isHeld = () => idempotentRequests.isHeld(request);
  try {
    return await work.run({ deploymentId, operationId, isHeld, isResumed });
  } catch (error) {
    const leftSomething = error instanceof UnavailableError && error.leftSomething;
    if (leftSomething || (await work.recover(request)) !== undefined) await idempotentRequests.letResume(request);
    else await idempotentRequests.release(request);
    throw error;
  }
};

/** The form of an Idempotency-Key. */
export const keyPattern = '^("[ !#-~]{1,255}"|[!#-~]{1,255})$';

const keyRule = 'must be one text of 1 to 255 visible characters, such as a UUID, with or without quotes around it';

/** The key of a request, if it has one. InvalidError for a key of another form. */
export const keyOf = (headers: Request['headers']): string | undefined => {
  const header = headers['idempotency-key']?.trim();
  if (header === undefined) return undefined;
  const key = new RegExp(keyPattern, 'u').test(header) ? header.replace(/^"|"$/g, '') : undefined;
  if (key === undefined) throw new InvalidError(`the header Idempotency-Key ${keyRule}`);
  return key;
};
