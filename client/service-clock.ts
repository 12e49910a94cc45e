/** Milliseconds: less is the time that an answer takes, and the whole seconds of its header. */
const tolerance = 30_000;

/**
 * Milliseconds by which the own clock is ahead of the service, as an answer tells; `known` is what was known before. Ages and
 * durations compare times of the service with the present, and a device's clock may be an hour wrong.
 */
export const aheadAfter = (known: number, headers: Pick<Headers, 'get'>, now: number): number => {
  const ahead = now - Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(ahead)) return known;
  if (Math.abs(ahead) <= tolerance) return 0;
  // answers differ by some seconds: what is shown must not jump with each of them
  return Math.abs(ahead - known) <= tolerance ? known : ahead;
};
