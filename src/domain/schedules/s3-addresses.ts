import type { File } from './schedule.ts';

/** `s3a` and `s3n` are names of the same in Hadoop's programs; programs that know only HTTP use an endpoint of S3. */
const begins = /s3[an]?:\/\/|arn:aws[a-z-]{0,20}:s3:::|https?:\/\//;

/** What is no part of an address ends it. */
const words = /[^\s'"`;|&<>()]+/g;

/** `bucket.s3.region.amazonaws.com`, also of China, of IPv6, and of the time before regions had a dot. */
const ofBucket = /^([^/]{1,255}?)\.s3(?:[.-][a-z0-9.-]{1,100})?\.amazonaws\.com(?:\.cn)?\/(.*)$/is;
/** `s3.region.amazonaws.com/bucket` */
const ofRegion = /^s3(?:[.-][a-z0-9.-]{1,100})?\.amazonaws\.com(?:\.cn)?\/([^/]{1,255})\/(.*)$/is;

/** The addresses of objects and folders of S3 in a text. */
export const addressesIn = (text: string): readonly string[] =>
  (text.match(words) ?? []).flatMap((word) => {
    const at = word.search(begins);
    const address = at < 0 ? '' : word.slice(at);
    return placeOf(address).scope === '' ? [] : [address];
  });

/** Bucket and key; both are empty for other addresses. */
export const placeOf = (address: string): File => {
  const [, rest] = /^https?:\/\/([^?#]*)/i.exec(address) ?? [];
  const [, scope = '', name = ''] =
    rest === undefined
      ? (/^(?:s3[an]?:\/\/|arn:aws[a-z-]{0,20}:s3:::)([^/]+)\/(.*)$/s.exec(address) ?? [])
      : (ofBucket.exec(rest) ?? ofRegion.exec(rest) ?? []);
  return { scope, name };
};
