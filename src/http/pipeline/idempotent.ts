import * as v from 'valibot';
import { type Identity, identityOf } from '../../foundation/identity.ts';
import type { Answer } from './answer.ts';
import { required } from './caller.ts';
import { dryRunQuery } from './dry-run.ts';
import type { Exchange, Step } from './exchange.ts';
import { type IdempotencyPorts, keyOf, oncePerKey, type RequestIds } from './idempotency.ts';
import type { Request } from './request.ts';

/**
 * The answer for what was already done under these ids, by the same caller: keys are told apart by it. undefined: nothing
 * was done.
 */
export type Recover = (path: Request['path'], ids: RequestIds, caller: Identity) => Promise<Answer | undefined>;

/**
 * The steps and the handler of a change, which run once for each Idempotency-Key. The key is checked before the thing that
 * is changed. If the first request removed it, the second request gets the answer of the first, and not a 404.
 */
export const idempotent =
  (ports: IdempotencyPorts, recover: Recover, steps: readonly Step[], run: (exchange: Exchange) => Promise<Answer>) =>
  (exchange: Exchange): Promise<Answer> => {
    const { method, route, path, query, body, headers } = exchange.request;
    const owner = identityOf(required(exchange.caller));
    return oncePerKey(ports, {
      owner,
      key: isDryRun(query) ? undefined : keyOf(headers),
      about: [method, route, path, query, body],
      run: async (ids) => {
        if (ids) exchange.ids = ids;
        for (const step of steps) await step(exchange);
        return run(exchange);
      },
      recover: (ids) => recover(path, ids, owner),
    });
  };

/** A dry run does nothing, so its key is not recorded. */
const isDryRun = ({ dryRun = [] }: Request['query']): boolean =>
  v.safeParse(dryRunQuery.dryRun, dryRun[0]).output === true;
