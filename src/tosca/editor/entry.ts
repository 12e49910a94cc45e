/** A text of YAML as an editor sees it while somebody types: what reads it is in entries.ts. */

export interface Entry {
  /** without quotes; undefined: an item of a list, or a word that is not a key yet */
  readonly key: string | undefined;
  /** offsets in the text; of an item, of its dash */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** column of the key, or of the dash */
  readonly indent: number;
  /** what stands behind the colon or the dash, on the same line; `valueStart` is `valueEnd` where nothing does */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** offset at which the entry ends with all that is in it */
  end: number;
  readonly parent: Entry | undefined;
  readonly children: Entry[];
}

export interface Entries {
  readonly text: string;
  readonly root: Entry;
  /** in the order of the text */
  readonly all: readonly Entry[];
}

export const valueIn = ({ text }: Entries, entry: Entry | undefined): string =>
  entry === undefined ? '' : withoutQuotes(text.slice(entry.valueStart, entry.valueEnd));

const withoutQuotes = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2');

export const child = (entry: Entry | undefined, key: string): Entry | undefined =>
  entry?.children.find((each) => each.key === key);

/** From the root of the text to the entry. */
export const chainOf = (entry: Entry): readonly Entry[] => {
  const chain: Entry[] = [];
  for (let at: Entry | undefined = entry; at?.parent !== undefined; at = at.parent) chain.push(at);
  return chain.toReversed();
};
