import type { Kind } from './kinds.ts';

/** Headers that say what to do with a request. */
export const orders = { kind: 'x-fault', upstream: 'x-upstream', id: 'x-fault-id' } as const;

export interface Route {
  readonly kind: Kind | undefined;
  readonly upstream: string;
}

export interface FaultServer {
  readonly url: URL;
  /** where nobody listens */
  readonly closed: URL;
  /** told with the id of a slow request, when what it asked for is done: nobody need wait any longer */
  readonly expired: Map<string, () => void>;
  /** for senders that take no orders: what happens to requests below this path, and where they go */
  route(path: string, to: Route): void;
  stop(): Promise<void>;
}
