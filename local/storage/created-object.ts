/** A new object of a bucket. */
export interface CreatedObject {
  readonly bucket: string;
  readonly key: string;
  /** bytes */
  readonly size: number;
}
