/**
 * What AWS asks, in US dollars: list prices of us-east-1 without free tiers. To be looked up again before money is
 * counted on. eu-west-1 differs by up to a seventh (DynamoDB); prices change, and the counts beside them are what stays.
 */
export const prices = {
  /** the year of these figures */
  asOf: '2025',
  region: 'us-east-1',
  /** each, Standard workflows; a retry counts as one */
  stateTransition: 0.025 / 1_000,
  /** each execution of an Express workflow, and its memory by the second */
  expressRun: 1 / 1e6,
  expressGigabyteSecond: 0.00001667,
  /** each */
  invocation: 0.2 / 1e6,
  /** arm64 */
  gigabyteSecond: 0.0000133334,
  /** REST API, each */
  apiRequest: 3.5 / 1e6,
  /** on demand, each; a transaction takes two for one, which the counted units hold */
  writeUnit: 0.625 / 1e6,
  readUnit: 0.125 / 1e6,
  /** PUT, COPY, POST and LIST, each */
  s3Write: 0.005 / 1_000,
  /** GET and the rest, each; DELETE is free */
  s3Read: 0.0004 / 1_000,
  /** CloudWatch Logs, what is taken in, a gigabyte */
  logGigabyte: 0.5,
  /** each, a month */
  key: 1,
  secret: 0.4,
  alarm: 0.1,
  /** each, a month; three of an account are free */
  dashboard: 3,
  /** SQS, each */
  queueRequest: 0.4 / 1e6,
} as const;

/** What is not counted, and taken for granted instead. */
export const assumptions = {
  /** billed for each invocation: waiting for DynamoDB, S3 and the Infrastructure Manager */
  secondsPerInvocation: 0.3,
  /** of an Express workflow: the least that is billed */
  expressGigabytes: 64 / 1_024,
  /** start, end, report, and our own line */
  logBytesPerInvocation: 1_000,
  /** an event of a workflow's history without data, as it is logged */
  logBytesPerEvent: 600,
  /** seven queries of start-operations that find nothing, half a unit each */
  readUnitsPerLook: 3.5,
  /** of Lambda, at a queue where nothing arrives */
  pollers: 5,
} as const;
