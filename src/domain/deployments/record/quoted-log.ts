/**
 * Number of characters of the provider's log that a failure quotes to readers who may see it. The end of the log says
 * what went wrong.
 */
const quoted = 1_500;

/** A reason, followed by the end of the provider's log. */
export const withLog = (why: string, log: string): string => {
  const whole = log.trim();
  if (whole.length <= quoted) return whole === '' ? why : `${why}\ncontextualization message:\n${whole}`;
  const end = whole.slice(-quoted);
  const lines = end.slice(end.indexOf('\n') + 1); // from the start of a line, if there is one
  return `${why}\ncontextualization message, its end (the log has the rest):\n${lines}`;
};
