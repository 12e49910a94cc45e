import { type Names, namesIn } from './names.ts';

/** names compared for one message; among more names than this, a similar one is probably not the one that was meant */
const candidates = 1_000;

/** ` (did you mean "x"?)` when a name close to `name` is among the known ones, else empty. */
export function didYouMean(name: string, known: Names): string {
  const best = nearest(name, known);
  return best === undefined ? '' : ` (did you mean ${JSON.stringify(best)}?)`;
}

/** The known name that was most likely meant; undefined when none is similar. */
export function nearest(name: string, known: Names): string | undefined {
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
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    // a name of one letter is one change away from every other, so that is no hint
    if (distance < bestDistance && distance < name.length) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Levenshtein distance, or `stop` as soon as it cannot be less. */
function editDistance(a: string, b: string, stop: number): number {
  if (a.length > 80 || b.length > 80) return stop;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + swap));
    }
    row = next;
    if (Math.min(...row) >= stop) return stop;
  }
  return row[b.length] ?? stop;
}

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
