import type { ToscaniniError } from '../../client/errors.ts';

/** Whether another question would be answered in the same way, so that nobody asks again. */
export const isFinal = ({ name, status }: ToscaniniError): boolean =>
  name !== 'UnexpectedAnswerError' && status !== undefined && [400, 401, 403, 404].includes(status);

const longestPause = 30_000;

/**
 * Milliseconds before the next question, after so many failures in sequence: 1, 2, 4 … seconds, or longer where the service asks for
 * that; at most half a minute. The caller may take a fifth off it.
 */
export const pauseAfterFailures = (failures: number, error: ToscaniniError | undefined): number =>
  Math.min(1_000 * Math.max(2 ** (failures - 1), (error?.retryAfter ?? 0) / 0.8), longestPause);
