import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { outermost, patience } from '../aws/clients.ts';
import { answered } from '../aws/unavailable.ts';

/** A file of its own: lib-dynamodb does not declare itself free of side effects, so whoever imports this bundles it. */
export const dynamoDbClient = (config: DynamoDBClientConfig = {}): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({ ...patience, ...config });
  client.middlewareStack.add((next) => (request) => answered('DynamoDB', () => next(request)), outermost);
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
};
