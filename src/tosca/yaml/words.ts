/** One text for each of the words that maps have as keys: it takes less memory, and is compared at once. */

const slots = 1024;
const words: (string | undefined)[] = Array.from({ length: slots });
/** the ends of the words that were last met and are not in `words` */
const endings: number[] = Array.from({ length: slots }, () => 0);

/** The part of a text from `start` to `end`, which is not empty. A name that comes only once is not kept. */
export function wordIn(text: string, start: number, end: number): string {
  const length = end - start;
  const slot = slotOf(text, start, end);
  const known = words[slot];
  if (known?.length === length && text.startsWith(known, start)) return known;
  const ending = text.charCodeAt(end - 2) * 0x10000 + text.charCodeAt(end - 3);
  if (endings[slot] !== ending) {
    endings[slot] = ending;
    return text.slice(start, end);
  }
  // the name of a member is a text of its own; a part of a text would keep the whole text in memory
  const [word = ''] = Object.keys({ [text.slice(start, end)]: true });
  words[slot] = word;
  return word;
}

function slotOf(text: string, start: number, end: number): number {
  const length = end - start;
  const first = text.charCodeAt(start);
  // tells min_instances from max_instances: two words of one slot would be made anew each time
  const second = text.charCodeAt(start + 1);
  const middle = text.charCodeAt(start + (length >> 1));
  const last = text.charCodeAt(end - 1);
  return (first * 31 + second * 61 + middle * 131 + last * 7 + length * 17) % slots;
}
