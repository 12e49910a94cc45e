/**
 * The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a client that lost an answer asks again, and
 * gets the same one. A deployment's ids are decided in the record of the request, before anything else is stored, so that
 * a process that dies on the way makes no second deployment.
 */

import { createHash } from 'node:crypto';
import type { Identity } from '../domain/deployments/deployment.ts';
import type { Deployments, Ids, KeyedRequest, KeyedRequests, Resources } from '../domain/deployments/ports.ts';
import { ConflictError, InvalidError, RequestInProgressError } from '../domain/errors.ts';
import { alsoLogging } from '../domain/log.ts';
import type { Answer } from './answer.ts';
import type { Request } from './request.ts';

export interface KeyedPorts {
  readonly ids: Ids;
  readonly keyedRequests: KeyedRequests;
  readonly deployments: Deployments;
  readonly resources: Resources;
}

type DeploymentIds = Pick<KeyedRequest, 'deploymentId' | 'operationId'>;

/** What is asked for, and how it is answered. */
export interface Work {
  readonly owner: Identity;
  /** undefined: each time anew */
  readonly key: string | undefined;
  readonly body: unknown;
  /** makes the deployment, with these ids if there are any */
  create(ids?: DeploymentIds): Promise<Answer>;
  /** the answer for a deployment that was made by a process that died before it could answer */
  recover(id: string): Promise<Answer | undefined>;
}

/** The answer to a request, made once for each key. RequestInProgressError while it is being made. */
export const oncePerKey = async (ports: KeyedPorts, work: Work): Promise<Answer> => {
  const { key } = work;
  if (key === undefined) return work.create();
  const fingerprint = createHash('sha256').update(JSON.stringify(work.body)).digest('base64url');
  const ids = { deploymentId: ports.ids.next(), operationId: ports.ids.next() };
  const claim = await ports.keyedRequests.claim({ owner: work.owner, key, fingerprint, ...ids });
  switch (claim.state) {
    case 'done':
      return replay(claim.answer);
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

const replay = (answer: string): Answer => {
  const first = JSON.parse(answer) as Answer & { readonly json?: { readonly uuid?: string } };
  alsoLogging({ deploymentId: first.json?.uuid });
  return { ...first, headers: { ...first.headers, 'Idempotent-Replayed': 'true' } };
};

const answerOnce = async (ports: KeyedPorts, work: Work, request: KeyedRequest, again: boolean): Promise<Answer> => {
  if (again) alsoLogging({ deploymentId: request.deploymentId, operationId: request.operationId });
  const answer = (again ? await work.recover(request.deploymentId) : undefined) ?? (await made(ports, work, request));
  await ports.keyedRequests.complete(request, JSON.stringify(answer));
  return answer;
};

/** A try that leaves nothing frees its key; one that may have left something is looked after by the next with this key. */
const made = async ({ deployments, resources, keyedRequests }: KeyedPorts, work: Work, request: KeyedRequest) => {
  const { deploymentId, operationId } = request;
  try {
    await resources.remove(deploymentId); // of a process that died before its deployment could be seen
    return await work.create({ deploymentId, operationId });
  } catch (error) {
    if ((await deployments.find(deploymentId)) === undefined) await keyedRequests.release(request);
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
  const key = new RegExp(keyPattern).test(header) ? header.replace(/^"|"$/g, '') : undefined;
  if (key === undefined) throw new InvalidError(`the header Idempotency-Key ${keyRule}`);
  return key;
};
