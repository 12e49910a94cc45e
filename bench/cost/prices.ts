/**
 * List prices of AWS for us-east-1 in US dollars, without free tiers. Check them again before you rely on them. eu-west-1
 * differs by up to a seventh (DynamoDB). Prices change; the counts beside them stay true.
 */
export const prices = {
  /** the year of these figures */
  asOf: '2025',
  region: 'us-east-1',
  /** per transition, Standard workflows; a retry counts as one */
  stateTransition: 0.025 / 1_000,
  /** per execution of an Express workflow, and its memory per second */
  expressRun: 1 / 1e6,
  expressGigabyteSecond: 0.00001667,
  /** per invocation */
  invocation: 0.2 / 1e6,
  /** arm64 */
  gigabyteSecond: 0.0000133334,
  /** REST API, per request */
  apiRequest: 3.5 / 1e6,
  /** on demand, per unit; a transaction uses twice as many, which the counted units already include */
  writeUnit: 0.625 / 1e6,
  readUnit: 0.125 / 1e6,
  /** per PUT, COPY, POST and LIST */
  s3Write: 0.005 / 1_000,
  /** per GET and other request; DELETE is free */
  s3Read: 0.0004 / 1_000,
  /** CloudWatch Logs, per gigabyte received */
  logGigabyte: 0.5,
  /** per piece and month */
  key: 1,
  secret: 0.4,
  alarm: 0.1,
  /** per dashboard and month; an account has three for free */
  dashboard: 3,
  /** SQS, per request */
  queueRequest: 0.4 / 1e6,
} as const;

/** Values that are assumed, not counted. */
export const assumptions = {
  /** billed per invocation: waiting for DynamoDB, S3 and the Infrastructure Manager */
  secondsPerInvocation: 0.3,
  /** memory of an Express workflow: the least that AWS bills */
  expressGigabytes: 64 / 1_024,
  /** start, end, report, and our own line */
  logBytesPerInvocation: 1_000,
  /** our own line: Lambda writes none about a scheduled run without an error */
  logBytesPerScheduledRun: 400,
  /** one event of a workflow's history in the log, without data */
  logBytesPerEvent: 600,
  /** eleven queries of sweep-workflows that find nothing, half a unit each */
  readUnitsPerSweep: 5.5,
  /** one query that finds nothing */
  readUnitsPerLook: 0.5,
  /** of Lambda, for a queue without messages */
  pollers: 5,
} as const;
