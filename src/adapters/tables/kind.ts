import type { Key } from './batch.ts';

/** One kind of record: where it stands, and how it is read. */
export interface Kind<T> {
  key(id: string): Key;
  /** of the record, where what stands in the index is but an entry for it */
  record?(id: string): Key;
  read(item: Readonly<Record<string, unknown>>): T;
}
