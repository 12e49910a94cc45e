import type { Key } from './batch.ts';

/** One kind of record: its key, and how to read its item. */
export interface Kind<T> {
  key(id: string): Key;
  /** key of the record, for lists whose index holds only an entry for it */
  record?(id: string): Key;
  /** the attributes that `read` needs. The others, mostly those of indexes, are not worth sending and parsing. */
  readonly attributes: readonly string[];
  read(item: Readonly<Record<string, unknown>>): T;
}
