export interface PageRequest {
  /** from 0 */
  readonly page: number;
  /** 1..2000 */
  readonly size: number;
  readonly sort: 'createdAt' | 'updatedAt';
  readonly direction: 'asc' | 'desc';
  /** opaque, from the `cursor` of the page before; the page is then read without reading those before it */
  readonly cursor?: string;
}

export interface Page<T> {
  readonly content: readonly T[];
  readonly totalElements: number;
  /** the total is an upper limit: a filter leaves some out, and only following `cursor` shows how many */
  readonly isTotalAtMost?: true;
  /** where the next page starts; absent on the last one */
  readonly cursor?: string;
}

/** Differs whenever something in a list does. */
export interface ListVersion {
  /** instant and id of the last change; absent: the list is empty */
  readonly changed?: string;
  readonly totalElements: number;
}

export const unknownCursor =
  'the cursor was not issued by this service: leave it out, or follow the next link of a page unchanged';
