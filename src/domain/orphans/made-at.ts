/** Milliseconds from the beginning of the Gregorian calendar, from which RFC 9562 counts in version 1, to 1970. */
const gregorian = 12_219_292_800_000;

/**
 * When an id was made, as it says itself: RFC 9562, versions 1 (the Infrastructure Manager's) and 7 (ours). undefined: it is
 * another id, and tells nothing.
 */
export const madeAt = (id: string): Date | undefined => {
  const [, low = '', mid = '', version, high = ''] = form.exec(id) ?? [];
  if (version === '7') return new Date(Number.parseInt(`${low}${mid}`, 16));
  if (version !== '1') return undefined;
  // in steps of 100 nanoseconds
  return new Date(Number(BigInt(`0x${high}${mid}${low}`) / 10_000n) - gregorian);
};

const form = /^([0-9a-f]{8})-([0-9a-f]{4})-([17])([0-9a-f]{3})-[0-9a-f]{4}-[0-9a-f]{12}$/i;
