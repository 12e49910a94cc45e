import type { Identity } from '../../../foundation/identity.ts';

/** One request of a client, under a key that the client chose for it (the Idempotency-Key header). */
export interface KeyedRequest {
  readonly owner: Identity;
  readonly key: string;
  /** of what was asked for: the same key may not ask for something else */
  readonly fingerprint: string;
  /** ids that the deployment gets, whoever makes it in the end */
  readonly deploymentId: string;
  readonly operationId: string;
}

/**
 * What a key stands for. `mine`: to be worked on, for the first time. `resumed`: the same, after a process that began
 * has died, with the ids that it had. `busy`: somebody is at work on it. `other`: it asked for something else.
 * `done`: it was answered so.
 */
export type Claim =
  | { readonly state: 'mine' | 'resumed'; readonly request: KeyedRequest }
  | { readonly state: 'busy' | 'other' }
  | { readonly state: 'done'; readonly answer: string };

/** Requests by their keys; forgotten after a day. */
export interface KeyedRequests {
  claim(request: KeyedRequest): Promise<Claim>;
  /** The request is answered, and will be again in the same way. */
  complete(request: KeyedRequest, answer: string): Promise<void>;
  /** Nothing came of it: the key is free again. */
  release(request: KeyedRequest): Promise<void>;
}
