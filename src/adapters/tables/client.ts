import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { changed, clientDefaults, outermost, sdkLog } from '../aws/clients.ts';
import { answered } from '../aws/unavailable.ts';

/**
 * In a file of its own, because every bundle that imports lib-dynamodb contains it: the package does not declare itself
 * free of side effects.
 */
export const dynamoDbClient = (config: DynamoDBClientConfig = {}): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({ ...clientDefaults, ...config });
  client.middlewareStack.add((next) => (request) => answered('DynamoDB', () => next(request)), outermost);
  client.middlewareStack.removeByTag(sdkLog);
  return changed('DynamoDB', DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }));
};
