/** A bucket's new object. */
export interface CreatedObject {
  readonly bucket: string;
  readonly key: string;
}
