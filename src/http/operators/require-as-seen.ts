import { type Answer, tagOf } from '../pipeline/answer.ts';
import { requirePreconditions } from '../pipeline/preconditions.ts';
import type { Request } from '../pipeline/request.ts';

/** Preconditions of what is always there. Its GET is asked only where the client sends some. PreconditionFailedError */
export const requireAsSeen = async (
  headers: Request['headers'],
  get: () => Answer | Promise<Answer>,
): Promise<void> => {
  if (headers['if-match'] === undefined && headers['if-none-match'] === undefined) return;
  requirePreconditions(headers, tagOf(await get()) ?? '');
};
