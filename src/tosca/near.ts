import { type Names, namesIn } from './names.ts';

/** names compared for one message; among more names than this, a similar one is probably not the one that was meant */
const candidates = 1_000;

/** ` (did you mean "x"?)` when a name close to `name` is among the known ones, else empty. */
export const didYouMean = (name: string, known: Names): string => hintAt(nearest(name, known));

/** The same for a name that was looked for before. */
export const hintAt = (similar: string | undefined): string =>
  similar === undefined ? '' : ` (did you mean ${JSON.stringify(similar)}?)`;

/** The known name that was most likely meant; undefined when none is similar. */
export function nearest(name: string, known: Names): string | undefined {
  const lower = name.toLowerCase();
  const allowed = Math.min(3, Math.floor(name.length / 3) + 1);
  let best: string | undefined;
  let bestDistance = allowed + 1;
  let looked = 0;
  for (const candidate of namesIn(known)) {
    looked += 1;
    if (looked > candidates) break;
    const begins =
      name.length >= 4 && (candidate.startsWith(name) || (candidate.length >= 4 && name.startsWith(candidate)));
    if (begins && bestDistance > allowed) best = candidate;
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    const distance = editDistance(lower, candidate.toLowerCase(), bestDistance);
    // a name of one letter is one change away from every other, so that is no hint
    if (distance < bestDistance && distance < name.length) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Levenshtein distance, or `stop` as soon as it cannot be less. */
function editDistance(a: string, b: string, stop: number): number {
  if (a.length > 80 || b.length > 80) return stop;
  for (let j = 0; j <= b.length; j += 1) row[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    // what the last row has in the column before
    let before = i - 1;
    let least = i;
    row[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j] ?? 0;
      const swap = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      const changes = Math.min(above + 1, (row[j - 1] ?? 0) + 1, before + swap);
      row[j] = changes;
      before = above;
      if (changes < least) least = changes;
    }
    if (least >= stop) return stop;
  }
  return row[b.length] ?? stop;
}

/** One row is enough, and it is made once, since thousands of names may be compared. */
const row = new Uint8Array(81);

/** The first names, for messages: `a, b, c and 12 more`. */
export function listed(names: Names, most = 12): string {
  const first = new Set<string>();
  for (const name of namesIn(names)) {
    first.add(name);
    if (first.size > most) break;
  }
  if (first.size === 0) return 'none';
  if (first.size <= most) return [...first].join(', ');
  return `${[...first].slice(0, most).join(', ')} and ${countOf(names) - most} more`;
}

const countOf = (names: Names): number => {
  if (names instanceof Map || names instanceof Set) return names.size;
  return Array.isArray(names) ? names.length : new Set(namesIn(names)).size;
};
