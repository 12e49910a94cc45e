/** Conditional requests: RFC 9110, sections 8.8.3 (ETag) and 13 (preconditions). */

import { createHash } from 'node:crypto';
import { ConflictError, InvalidError, PreconditionFailedError } from '../../foundation/errors.ts';
import type { Request } from './request.ts';

type Headers = Request['headers'];

/** A strong validator: it changes whenever the body or the version changes. */
export const entityTag = (version: string, body: string): string =>
  `"${createHash('sha256').update(`${version}\n${body}`).digest('base64url').slice(0, 27)}"`;

/**
 * For a GET: whether the client already has this version. PreconditionFailedError when the client wants only another
 * version. A header that cannot be read is ignored, which costs no more than a full answer.
 */
export const isUnchanged = (headers: Headers, tag: string): boolean => {
  if (isReadable(headers['if-match'])) requireMatch(headers, tag);
  return names(headers, 'If-None-Match', tag);
};

/** For a change: refuses a header that cannot be read, before anything is decided by it. InvalidError */
export const requireReadable = (headers: Headers): void => {
  for (const name of ['If-Match', 'If-None-Match']) {
    const header = headers[name.toLowerCase()];
    if (header !== undefined && !isReadable(header))
      throw new InvalidError(
        `the header ${name} must be * or ETags in their quotes, such as "dGhlIGZpcnN0"; take it from a GET, or leave it out`,
      );
  }
};

/**
 * For a change of the thing with this tag. PreconditionFailedError when it is not the version that the client wants to
 * change.
 */
export const requirePreconditions = (headers: Headers, tag: string): void => {
  requireMatch(headers, tag);
  if (!names(headers, 'If-None-Match', tag)) return;
  throw new PreconditionFailedError(`If-None-Match names ${tag}, which is the current version; leave the header out`);
};

/** For a creation: nothing exists yet that could have a tag. PreconditionFailedError */
export const requireNothingThere = (headers: Headers): void => {
  if (headers['if-match'] === undefined) return;
  throw new PreconditionFailedError(
    'If-Match needs something that exists, and this request creates it; leave the header out',
  );
};

/**
 * Runs a change of `what`. If another process changed it in between, a request that is bound to one version gets a
 * PreconditionFailedError instead of a ConflictError.
 */
export const ofVersion = async (headers: Headers, what: string, change: () => Promise<unknown>): Promise<void> => {
  try {
    await change();
  } catch (cause) {
    if (!(cause instanceof ConflictError) || !isBoundToVersion(headers)) throw cause;
    throw new PreconditionFailedError(changed(what), { cause });
  }
};

const changed = (what: string): string =>
  `the ${what} changed while the request was being processed; read it again, then decide again`;

/** Whether the client wants to change one version only. */
export const isBoundToVersion = (headers: Headers): boolean =>
  headers['if-match'] !== undefined && headers['if-match'].trim() !== '*';

const isReadable = (header: string | undefined): header is string => header !== undefined && allowed.test(header);

const requireMatch = (headers: Headers, tag: string): void => {
  if (headers['if-match'] === undefined || names(headers, 'If-Match', tag)) return;
  throw new PreconditionFailedError(
    `If-Match does not name ${tag}, which is the current version; read it again, then decide again`,
  );
};

const tag = '(?:W/)?"[!#-~\\u0080-\\u00ff]*"';

/** The form of If-Match and If-None-Match (section 13.1.1). */
export const tagsPattern = `^[ \\t]*(?:\\*|${tag}(?:[ \\t]*,[ \\t]*${tag})*)[ \\t]*$`;

const allowed = new RegExp(tagsPattern, 'u');
const entityTags = /(W\/)?("[^"]*")/g;

/** Section 8.8.3.2: in a strong comparison, a weak tag is equal to nothing. A header that cannot be read names nothing. */
const names = (headers: Headers, name: 'If-Match' | 'If-None-Match', current: string): boolean => {
  const header = headers[name.toLowerCase()];
  if (!isReadable(header)) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(entityTags)].some(
    ([, weak, opaque]) => opaque === current && (weak === undefined || name === 'If-None-Match'),
  );
};
