/** A place for replicas, from the configuration: a bucket with a name and attributes. */
export interface StorageElement {
  /** the name in a replication expression */
  readonly name: string;
  readonly bucket: string;
  readonly region?: string | undefined;
  readonly attributes: { readonly [name: string]: string | number | boolean };
}

/** One element of each bucket, the first: two copies of a file in one bucket would be the same object. */
export const oneOfEachBucket = (elements: readonly StorageElement[]): readonly StorageElement[] => {
  const first = new Map(elements.toReversed().map((element) => [element.bucket, element]));
  return elements.filter((element) => first.get(element.bucket) === element);
};

/** The end of a refusal: why the elements are too few, if it is because some of them share a bucket. */
export const sharedBuckets = (elements: readonly StorageElement[]): string => {
  const buckets = oneOfEachBucket(elements).length;
  if (buckets === elements.length) return '';
  return `; they are in ${buckets} bucket${buckets === 1 ? '' : 's'}, and each bucket takes one replica`;
};
