/** A place for replicas, from the configuration: a bucket with a name and attributes. */
export interface StorageElement {
  /** the name in a replication expression */
  readonly name: string;
  readonly bucket: string;
  readonly region?: string | undefined;
  readonly attributes: { readonly [name: string]: string | number | boolean };
}
