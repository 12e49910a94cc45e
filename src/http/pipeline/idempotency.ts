/**
 * The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a client that lost an answer asks again, and
 * gets the same one. The ids of what a request makes are decided in the record of the request, before anything else is
 * stored, so that a process that dies on the way does nothing twice.
 */

import { createHash } from 'node:crypto';
import type { KeyedRequest, KeyedRequests } from '../../domain/deployments/accepting/keyed-requests.ts';
import type { Ids } from '../../foundation/clock.ts';
import { ConflictError, InvalidError, RequestInProgressError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import { alsoLogging } from '../../foundation/log.ts';
import type { Answer } from './answer.ts';
import type { Request } from './request.ts';

export interface KeyedPorts {
  readonly ids: Ids;
  readonly keyedRequests: KeyedRequests;
}

/** Of what a request makes: `deploymentId` is that of a schedule too, `operationId` that of an action too. */
export type RequestIds = Pick<KeyedRequest, 'deploymentId' | 'operationId'>;

/** What is asked for, and how it is answered. */
export interface Work {
  readonly owner: Identity;
  /** what it makes, by the name of its id in the log; absent: nothing new */
  readonly makes?: 'deploymentId' | 'scheduleId';
  /** undefined: each time anew */
  readonly key: string | undefined;
  /** what makes it another request, as JSON */
  readonly about: unknown;
  /** does it, with these ids if there are any */
  run(ids?: RequestIds): Promise<Answer>;
  /** the answer for what was done already with these ids; undefined: nothing was */
  recover(ids: RequestIds): Promise<Answer | undefined>;
}

/** The answer to a request, which is carried out once for each key. RequestInProgressError while it is. */
export const oncePerKey = async (ports: KeyedPorts, work: Work): Promise<Answer> => {
  const { key } = work;
  if (key === undefined) return work.run();
  const fingerprint = createHash('sha256').update(JSON.stringify(work.about)).digest('base64url');
  const ids = { deploymentId: ports.ids.next(), operationId: ports.ids.next() };
  const claim = await ports.keyedRequests.claim({ owner: work.owner, key, fingerprint, ...ids });
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
  const first = JSON.parse(answer) as Answer & { readonly json?: { readonly uuid?: string } };
  if (makes) alsoLogging({ [makes]: first.json?.uuid });
  return { ...first, headers: { ...first.headers, 'Idempotent-Replayed': 'true' } };
};

const answerOnce = async (ports: KeyedPorts, work: Work, request: KeyedRequest, again: boolean): Promise<Answer> => {
  if (again && work.makes) alsoLogging({ [work.makes]: request.deploymentId });
  if (again) alsoLogging({ operationId: request.operationId });
  const answer = (again ? await work.recover(request) : undefined) ?? (await done(ports, work, request));
  await ports.keyedRequests.complete(request, JSON.stringify(answer));
  return answer;
};

/** A try that did nothing frees its key; one that may have done something is looked after by the next with this key. */
const done = async ({ keyedRequests }: KeyedPorts, work: Work, request: KeyedRequest): Promise<Answer> => {
  const { deploymentId, operationId } = request;
  try {
    return await work.run({ deploymentId, operationId });
  } catch (error) {
    if ((await work.recover(request)) === undefined) await keyedRequests.release(request);
    throw error;
  }
};

/** What an Idempotency-Key looks like. */
export const keyPattern = '^("[ !#-~]{1,255}"|[!#-~]{1,255})$';

const keyRule = 'must be one text of 1 to 255 visible characters, such as a UUID, with or without quotes around it';

/** The key of a request, if it has one; InvalidError for one that is none. */
export const keyOf = (headers: Request['headers']): string | undefined => {
  const header = headers['idempotency-key']?.trim();
  if (header === undefined) return undefined;
  const key = new RegExp(keyPattern, 'u').test(header) ? header.replace(/^"|"$/g, '') : undefined;
  if (key === undefined) throw new InvalidError(`the header Idempotency-Key ${keyRule}`);
  return key;
};
