import type { ToscaniniError } from '../../client/errors.ts';

const passing: ReadonlySet<ToscaniniError['name']> = new Set([
  'ThrottledError',
  'UnavailableError',
  'UnexpectedAnswerError',
]);

/** Whether a failure may pass by itself: the service is busy, paused or not reached, or a proxy answers in its place. */
export const mayPass = ({ name }: ToscaniniError): boolean => passing.has(name);

/** Whether another question would be answered in the same way, so that nobody asks again. */
export const isFinal = ({ name, status }: ToscaniniError): boolean =>
  name !== 'UnexpectedAnswerError' && status !== undefined && [400, 401, 403, 404].includes(status);

const longestPause = 30_000;

/** Milliseconds before the next question, after so many failures in sequence: 1, 2, 4 … seconds, at most half a minute. */
export const pauseAfterFailures = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), longestPause);
