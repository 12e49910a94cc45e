/**
 * In the place of the SDK's choice between signatures for one region, for many and for directory buckets: ours are for one, of a bucket
 * that is none of those (docs/decisions/0009).
 */
export {
  SignatureV4 as SignatureV4MultiRegion,
  SignatureV4 as SignatureV4SignWithCredentials,
} from '@smithy/signature-v4';
