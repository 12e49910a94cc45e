/** Characters of the provider's log that a failure quotes to those who may read it: its end says what went wrong. */
const quoted = 1_500;

/** A reason, and the end of the provider's log under it. */
export const withLog = (why: string, log: string): string => {
  const whole = log.trim();
  if (whole.length <= quoted) return whole === '' ? why : `${why}\ncontextualization message:\n${whole}`;
  const end = whole.slice(-quoted);
  const lines = end.slice(end.indexOf('\n') + 1); // from the beginning of a line, where there is one
  return `${why}\ncontextualization message, its end (the log has the rest):\n${lines}`;
};
