/** An answer with a part of a list. */
export interface PageOf<Item> {
  readonly content: readonly Item[];
  readonly page: {
    /** of the whole list */
    readonly totalElements: number;
  };
}
