import type { Entry } from './entry.ts';

type Placed = Omit<Entry, 'end' | 'parent' | 'children'>;

/** The entries of a text as they are read from its start: the last ones are still open. */
export class OpenEntries {
  readonly root: Entry;
  readonly all: Entry[] = [];
  readonly #end: number;
  readonly #stack: Entry[];

  constructor(text: string) {
    this.#end = text.length;
    const place = { keyStart: 0, keyEnd: 0, valueStart: 0, valueEnd: 0, indent: -1, end: text.length };
    this.root = { key: undefined, ...place, parent: undefined, children: [] };
    this.#stack = [this.root];
  }

  get top(): Entry {
    return this.#stack.at(-1) ?? this.root;
  }

  /** Opens an entry in the one that was opened last. */
  open(place: Placed, parent = this.top): Entry {
    const entry: Entry = { ...place, end: this.#end, parent, children: [] };
    parent.children.push(entry);
    this.all.push(entry);
    this.#stack.push(entry);
    return entry;
  }

  /** Ends those that were opened last, down to one that stays open. */
  closeTo(staysOpen: (entry: Entry) => boolean, end: number): void {
    for (let top = this.#stack.pop(); top !== undefined; top = this.#stack.pop()) {
      if (top === this.root || staysOpen(top)) {
        this.#stack.push(top);
        return;
      }
      top.end = end;
    }
  }
}
