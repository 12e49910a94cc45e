import type { ToscaniniError } from '../../client/errors.ts';

/** Whether another question would be answered in the same way, so that nobody asks again. */
export const isFinal = ({ name, status }: ToscaniniError): boolean =>
  name !== 'UnexpectedAnswerError' && status !== undefined && [400, 401, 403, 404].includes(status);

const longestPause = 30_000;

/** Milliseconds before the next question, after so many failures in sequence: 1, 2, 4 … seconds, at most half a minute. */
export const pauseAfterFailures = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), longestPause);
