/** What AWS answers when it does not do what it is asked, in the form of each service. */

/** `query`: CloudFormation and STS; `logs`: CloudWatch Logs */
type AwsService = 'dynamodb' | 's3' | 'states' | 'query' | 'ec2' | 'batch' | 'logs';

/** One call of the SDK, as it stands on the wire. */
export interface Call {
  readonly service: AwsService;
  /** of the JSON protocols, e.g. `PutItem`; S3: the method */
  readonly operation: string;
  readonly body: Buffer;
}

/** An answer instead of the service's; the service is not asked. */
export interface Refusal {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const json = (status: number, type: string, message: string, more: object = {}): Refusal => ({
  status,
  contentType: 'application/x-amz-json-1.0',
  body: JSON.stringify({ __type: type, message, ...more }),
});

const xml = (status: number, code: string): Refusal => ({
  status,
  contentType: 'application/xml',
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>chaos</Message></Error>`,
});

const forms = (service: 'query' | 'ec2', status: number, code: string): Refusal => {
  const error = `<Error><Code>${code}</Code><Message>chaos</Message></Error>`;
  const body =
    service === 'ec2'
      ? `<Response><Errors>${error}</Errors><RequestID>chaos</RequestID></Response>`
      : `<ErrorResponse>${error}<RequestId>chaos</RequestId></ErrorResponse>`;
  return { status, contentType: 'text/xml', body };
};

const ofDynamoDb = (name: string): string => `com.amazonaws.dynamodb.v20120810#${name}`;

/** A reason for each item of the transaction, as the SDK's users count them. */
const conflicted = (body: Buffer): Refusal => {
  const { TransactItems = [] } = JSON.parse(body.toString('utf8')) as { TransactItems?: unknown[] };
  const CancellationReasons = TransactItems.map((_, index) =>
    index === 0 ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' } : { Code: 'None' },
  );
  return json(400, ofDynamoDb('TransactionCanceledException'), 'Transaction cancelled', { CancellationReasons });
};

/** Too much at once, in the words that each service has for it; `turn` chooses among several. */
export const throttled = ({ service, operation, body }: Call, turn: number): Refusal => {
  if (service === 's3') return xml(503, 'SlowDown');
  if (service === 'query') return forms(service, 400, 'Throttling');
  if (service === 'ec2') return forms(service, 503, 'RequestLimitExceeded');
  if (service === 'states' || service === 'logs') return json(400, 'ThrottlingException', 'Rate exceeded');
  if (service === 'batch') return json(429, 'TooManyRequestsException', 'Too Many Requests');
  if (operation === 'TransactWriteItems' && turn % 2 === 0) return conflicted(body);
  const name = turn % 3 === 0 ? 'ThrottlingException' : 'ProvisionedThroughputExceededException';
  return json(400, ofDynamoDb(name), 'The level of configured provisioned throughput was exceeded');
};

/** An error inside the service. */
export const broken = ({ service }: Call): Refusal => {
  if (service === 's3') return xml(500, 'InternalError');
  if (service === 'query' || service === 'ec2') return forms(service, 500, 'InternalFailure');
  if (service === 'states') return json(500, 'InternalFailure', 'internal failure');
  if (service === 'logs') return json(503, 'ServiceUnavailableException', 'service unavailable');
  if (service === 'batch') return json(500, 'ServerException', 'internal server error');
  return json(500, ofDynamoDb('InternalServerError'), 'internal server error');
};

const targets: readonly (readonly [prefix: string, service: AwsService])[] = [
  ['DynamoDB_20120810.', 'dynamodb'],
  ['AWSStepFunctions.', 'states'],
  ['Logs_20140328.', 'logs'],
];

interface Signed {
  /** the path of the request: Batch names its operation there */
  readonly path?: string | undefined;
  readonly target: string | undefined;
  readonly authorization: string | undefined;
}

export const callOf = ({ target, authorization = '', path = '' }: Signed, method: string, body: Buffer): Call => {
  for (const [prefix, service] of targets)
    if (target?.startsWith(prefix)) return { service, operation: target.slice(prefix.length), body };
  if (authorization.includes('/batch/aws4_request'))
    return { service: 'batch', operation: path.split('/').at(-1) ?? '', body };
  const operation = new URLSearchParams(body.toString('utf8')).get('Action');
  if (operation === null) return { service: 's3', operation: method, body };
  return { service: authorization.includes('/ec2/aws4_request') ? 'ec2' : 'query', operation, body };
};
