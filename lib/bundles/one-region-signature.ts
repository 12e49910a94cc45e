/**
 * Replaces the SDK's choice between signatures for one region, for many regions and for directory buckets. This service
 * signs only for one region and uses no directory buckets (docs/decisions/0009).
 */
export {
  SignatureV4 as SignatureV4MultiRegion,
  SignatureV4 as SignatureV4SignWithCredentials,
} from '@smithy/signature-v4';
