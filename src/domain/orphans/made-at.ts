/** Milliseconds from the start of the Gregorian calendar, where the time of RFC 9562 version 1 starts, to 1970. */
const gregorian = 12_219_292_800_000;

/**
 * The time in an id that says when it was made: RFC 9562, versions 1 (the Infrastructure Manager's) and 7 (ours).
 * undefined: the id has another form, without a time.
 */
export const madeAt = (id: string): Date | undefined => {
  const [, low = '', mid = '', version, high = ''] = form.exec(id) ?? [];
  if (version === '7') return new Date(Number.parseInt(`${low}${mid}`, 16));
  if (version !== '1') return undefined;
  // in steps of 100 nanoseconds
  return new Date(Number(BigInt(`0x${high}${mid}${low}`) / 10_000n) - gregorian);
};

const form = /^([0-9a-f]{8})-([0-9a-f]{4})-([17])([0-9a-f]{3})-[0-9a-f]{4}-[0-9a-f]{12}$/i;
