/**
 * Replaces the SDK's rules for endpoints, which know every partition, access point and accelerator. The functions call only
 * services of their own account, in one region, over HTTPS. See docs/decisions/0009.
 */
export interface EndpointParameters {
  readonly Region?: string;
  /** from AWS_ENDPOINT_URL or a client's configuration */
  readonly Endpoint?: string;
  readonly UseFIPS?: boolean;
  readonly UseDualStack?: boolean;
  /** S3 only */
  readonly Bucket?: string;
  readonly ForcePathStyle?: boolean;
}

interface Endpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Domains of partitions that do not use amazonaws.com, by the beginning of their regions' names. */
const domains: readonly (readonly [string, string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
];

const regionalAddress = (service: string, { Region, Endpoint, UseFIPS, UseDualStack }: EndpointParameters): URL => {
  if (UseDualStack) throw new Error('dual-stack endpoints are not bundled: leave AWS_USE_DUALSTACK_ENDPOINT unset');
  if (Endpoint !== undefined) return new URL(Endpoint);
  if (!Region) throw new Error('there is no region in the environment: expected AWS_REGION, as Lambda sets it');
  const [, domain] = domains.find(([beginning]) => Region.startsWith(beginning)) ?? ['', 'amazonaws.com'];
  return new URL(`https://${service}${UseFIPS ? '-fips' : ''}.${Region}.${domain}`);
};

/** Returns the endpoint in the form that the SDK's clients expect. */
export const regional =
  (service: string) =>
  (parameters: EndpointParameters): Endpoint => ({
    url: regionalAddress(service, parameters),
    headers: {},
    properties: {},
  });

const ipAddress = /^(\[|\d{1,3}(\.\d{1,3}){3}$)/;
/** Names without a dot: a dot would not match the certificate of *.s3.<region>.amazonaws.com. */
const oneLabel = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** The endpoint of S3: the bucket is in the host's name where possible, else at the beginning of the path. */
export const bucketEndpoint = (parameters: EndpointParameters): Endpoint => {
  const { Bucket, ForcePathStyle, Region } = parameters;
  const url = regionalAddress('s3', parameters);
  if (Bucket !== undefined) {
    if (/^arn:|--x-s3$|--xa-s3$/.test(Bucket))
      throw new Error(`${Bucket} is not the name of a bucket: access points and directory buckets are not bundled`);
    if (!ForcePathStyle && oneLabel.test(Bucket) && !ipAddress.test(url.hostname))
      url.hostname = `${Bucket}.${url.hostname}`;
    else url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(Bucket)}`;
  }
  const scheme = { name: 'sigv4', signingName: 's3', signingRegion: Region, disableDoubleEncoding: true };
  return { url, headers: {}, properties: { authSchemes: [scheme] } };
};
