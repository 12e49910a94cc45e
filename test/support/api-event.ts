import type { APIGatewayProxyEvent } from 'aws-lambda';

/** A request as API Gateway hands it to a function; GET /deployments where nothing else is said. */
export const apiEvent = (more: Partial<APIGatewayProxyEvent>): APIGatewayProxyEvent => ({
  httpMethod: 'GET',
  resource: '/deployments',
  path: '/deployments',
  headers: {},
  multiValueHeaders: {},
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  pathParameters: null,
  stageVariables: null,
  isBase64Encoded: false,
  body: null,
  requestContext: { requestId: 'r', stage: 'v1', identity: {} } as APIGatewayProxyEvent['requestContext'],
  ...more,
});
