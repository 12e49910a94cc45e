/** The functions' clients of a laptop's own stores and services go without the SDK's middleware: most of what a creation costs was in there. */

import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { changeClients, extendClients } from '../../src/adapters/aws/clients.ts';
import { localKey } from '../functions/environment.ts';
import { asRunning } from '../functions/signing.ts';
import { unsignedAt } from '../functions/unsigned.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { StepFunctions } from '../step-functions/endpoint.ts';
import type { ObjectStorage, Store } from '../storage/storage.ts';
import { type InProcess, ledInProcess } from './aws.ts';
import { Connections } from './connections.ts';
import { directFiles } from './files.ts';
import { directTables } from './tables.ts';

interface OwnStores {
  readonly dynamoDb: Store;
  readonly s3: ObjectStorage;
}

interface OwnServices extends OwnStores {
  readonly stepFunctions: Pick<StepFunctions, 'endpoint' | 'answer'>;
  readonly sandbox: Pick<Sandbox, 'awsUrl' | 'answerAws'>;
}

/** For clients that are made from now on. Returns what ends it for the stores. */
export const leadToServices = ({ stepFunctions, sandbox, ...stores }: OwnServices): (() => void) => {
  const { dynamoDb, s3 } = stores;
  const inProcess = [
    { url: stepFunctions.endpoint, answer: stepFunctions.answer },
    { url: s3.endpoint, answer: s3.answer, takes: s3.takes },
    ...awsOf(sandbox),
  ];
  extendClients(unsignedAt([dynamoDb.endpoint, ...inProcess.map(({ url }) => url)], localKey));
  extendClients(ledInProcess(inProcess));
  return leadToStores(stores);
};

const awsOf = ({ awsUrl, answerAws }: OwnServices['sandbox']): readonly InProcess[] =>
  awsUrl === undefined || answerAws === undefined
    ? []
    : [{ url: awsUrl, answer: answerAws, signed: (authorization) => asRunning(authorization, localKey) }];

/**
 * For clients that are made from now on. Returns what ends it and closes the connections. Of stores that the user has started, or has
 * named in the environment, we know only that the SDK's clients can talk to them.
 */
export const leadToStores = ({ dynamoDb, s3 }: OwnStores): (() => void) => {
  const ending: (() => void)[] = [];
  if (isUsed(dynamoDb, 'AWS_ENDPOINT_URL_DYNAMODB')) {
    const connections = new Connections(dynamoDb.endpoint);
    const change = (client: DynamoDBDocumentClient) => void directTables(client, dynamoDb.endpoint, { connections });
    ending.push(changeClients('DynamoDB', change), () => connections.close());
  }
  if (isUsed(s3, 'AWS_ENDPOINT_URL_S3')) {
    const change = (client: S3Client) => void directFiles(client, s3.endpoint, { connections: s3 });
    ending.push(changeClients('S3', change));
  }
  return () => {
    for (const end of ending) end();
  };
};

const isUsed = ({ endpoint, isOwn }: Store, variable: string): boolean => isOwn && process.env[variable] === endpoint;
