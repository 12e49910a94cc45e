import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ListVersion } from '../../foundation/page.ts';
import { type Answer, ok } from './answer.ts';
import { entityTag, isUnchanged } from './preconditions.ts';
import type { Request } from './request.ts';

interface ListRequest {
  readonly headers: Request['headers'];
  readonly caller: Caller;
  readonly query: unknown;
}

interface Reads {
  /** of everything that the answer shows; undefined: nobody can tell whether it has changed */
  readonly versions: () => Promise<readonly ListVersion[] | undefined>;
  readonly body: () => Promise<unknown>;
}

/**
 * A list, or 304. Only a conditional request gets an ETag, so that others do not pay for it: `""` asks for the first one. The versions are read before the list, so an answer is never older than its ETag.
 */
export const listAnswer = async (request: ListRequest, clock: Clock, { versions, body }: Reads): Promise<Answer> => {
  const isConditional = ['if-none-match', 'if-match'].some((name) => request.headers[name] !== undefined);
  if (!isConditional) return ok(await body());
  const tag = listTag(await versions(), request, clock.now());
  if (tag === undefined) return ok(await body());
  if (isUnchanged(request.headers, tag)) return { status: 200, json: {}, tag };
  return { status: 200, json: await body(), tag };
};

/** In milliseconds. Within this time a change has reached all indexes, and comes from no clock that is behind. */
const settling = 10_000;
/** An ETag lives no longer, whatever should have been overlooked. */
const longestLife = 300_000;

/** Undefined while the last change is so young that another one with the same time may still come. */
const listTag = (
  versions: readonly ListVersion[] | undefined,
  { caller, query }: Pick<ListRequest, 'caller' | 'query'>,
  now: Date,
): string | undefined => {
  if (versions === undefined) return undefined;
  const newest = Math.max(...versions.map(({ changed = '' }) => Date.parse(changed.split('#', 1).join()) || 0));
  if (now.getTime() - newest < settling) return undefined;
  const { issuer, subject, groups, isAdministrator } = caller;
  const seenBy = [issuer, subject, groups ?? null, isAdministrator];
  return entityTag(
    `list ${Math.floor(now.getTime() / longestLife)}`,
    JSON.stringify([seenBy, query, versions.map(({ changed = '', totalElements }) => [changed, totalElements])]),
  );
};
