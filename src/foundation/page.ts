export interface PageRequest {
  /** from 0 */
  readonly page: number;
  /** 1..2000 */
  readonly size: number;
  readonly sort: 'createdAt' | 'updatedAt';
  readonly direction: 'asc' | 'desc';
  /** opaque, from the `cursor` of the page before: lets the page be read without walking to it */
  readonly cursor?: string;
}

export interface Page<T> {
  readonly content: readonly T[];
  readonly totalElements: number;
  /** the total is the most that there can be: a filter leaves out some of them, and only following `cursor` tells how many */
  readonly isTotalAtMost?: true;
  /** where the next page starts; absent on the last one */
  readonly cursor?: string;
}
