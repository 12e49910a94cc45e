/** Characters of the provider's log that a failure quotes to those who may read it: its end says what went wrong. */
const quoted = 1_500;

/** A reason, and the end of the provider's log under it. */
export const withLog = (why: string, log: string): string => {
  const whole = withoutRepeats(log);
  if (whole.length <= quoted) return whole === '' ? why : `${why}\ncontextualization message:\n${whole}`;
  const end = whole.slice(-quoted);
  const lines = end.slice(end.indexOf('\n') + 1); // from the beginning of a line, where there is one
  return `${why}\ncontextualization message, its end (the log has the rest):\n${lines}`;
};

/** The Infrastructure Manager says what went wrong with a machine once when it happens, and again under the machine's number. */
const withoutRepeats = (log: string): string => {
  const [before = '', ...machines] = log.split(/^(?=VM \d+:$)/m);
  const isNew = (machine: string): boolean => !before.includes(machine.replace(/^VM \d+:/, '').trim());
  return [before, ...machines.filter(isNew)].join('').trim();
};
