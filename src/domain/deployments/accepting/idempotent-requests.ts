import type { Identity } from '../../../foundation/identity.ts';

/** One request of a client, under an idempotency key that the client chose (the Idempotency-Key header). */
export interface IdempotentRequest {
  readonly owner: Identity;
  readonly key: string;
  /** of the request's content: the same key may not ask for something else */
  readonly fingerprint: string;
  /** ids that the deployment gets, whichever process makes it */
  readonly deploymentId: string;
  readonly operationId: string;
}

/** A request whose key this process holds. */
export interface HeldRequest extends IdempotentRequest {
  /** instant in milliseconds after which a repeat may take the key over */
  readonly busyUntil: number;
}

/** What a request makes its things with; `isHeld` is absent if it has no key, and nobody else can know its ids. */
export interface Holding {
  readonly isHeld?: (() => Promise<boolean>) | undefined;
}

/** Whether a request may still store and undo what it makes. */
export const stillHeld = async ({ isHeld }: Holding = {}): Promise<boolean> => (await isHeld?.()) ?? true;

/**
 * The state of a key. `mine`: process the request, for the first time. `resumed`: process it again with its first ids,
 * since an earlier process died. `busy`: another process is working on it. `other`: the key was used for a different
 * request. `done`: the request was answered with `answer`.
 */
export type Claim =
  | { readonly state: 'mine' | 'resumed'; readonly request: HeldRequest }
  | { readonly state: 'busy' | 'other' }
  | { readonly state: 'done'; readonly answer: string };

/** Requests by their idempotency keys; removed after a day. */
export interface IdempotentRequests {
  claim(request: IdempotentRequest): Promise<Claim>;
  /** Stores the answer: a repeat of the request gets the same one. */
  complete(request: IdempotentRequest, answer: string): Promise<void>;
  /**
   * Whether this process still holds the key. A repeat takes the key over from a process that seems dead, and makes the
   * same things under the same ids. If the first process lives after all, it may not touch these any more.
   */
  isHeld(request: HeldRequest): Promise<boolean>;
  /** Frees the key, since the request had no effect; nothing if another process has taken it over. */
  release(request: HeldRequest): Promise<void>;
  /**
   * Lets the next repeat go on at once, under the same ids, since the request may have had an effect; nothing if another
   * process has taken it over.
   */
  letResume(request: HeldRequest): Promise<void>;
}
