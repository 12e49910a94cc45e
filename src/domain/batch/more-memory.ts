import type { RequestedSize } from '../deployers/fargate.ts';
import { sizeAt } from './size.ts';

/** What a job gets at its next try after it ran out of memory: twice as much. undefined: it had `most` MiB already. */
export const moreMemory = (
  { cpus, memory }: RequestedSize,
  most: number,
  platform: 'FARGATE' | 'EC2',
): RequestedSize | undefined => {
  if (memory >= most) return undefined;
  return sizeAt({ cpus, memory: Math.min(2 * memory, most) }, platform);
};

/** The variable of a job that runs only some children of an array: their places there, such as `3 7 12-15`. */
export const childrenVariable = 'TOSCANINI_ARRAY_CHILDREN';

/** Characters of that variable: it shares the size of a definition with all that a template says (`limits.ts`). */
const mostCharacters = 1_000;

/** Places in ascending order, as the variable has them; undefined: they are too many and too scattered. */
export const childrenText = (places: readonly number[]): string | undefined => {
  const parts: { readonly first: number; last: number }[] = [];
  for (const place of places) {
    const before = parts.at(-1);
    if (before?.last === place - 1) before.last = place;
    else parts.push({ first: place, last: place });
  }
  const text = parts.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(' ');
  return text.length > mostCharacters ? undefined : text;
};

/** The same back. */
export const childrenOfText = (text: string): readonly number[] =>
  text.split(' ').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
