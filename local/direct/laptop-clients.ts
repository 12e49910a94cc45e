/** On a laptop the functions call its own stores and services without the SDK's middleware, which took most of the time of a creation. */

import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { changeClients, extendClients } from '../../src/adapters/aws/clients.ts';
import { localKey } from '../functions/environment.ts';
import { asRunning } from '../functions/signing.ts';
import { unsignedAt } from '../functions/unsigned.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { StepFunctions } from '../step-functions/endpoint.ts';
import type { ObjectStorage, Store } from '../storage/storage.ts';
import { answeredInProcess, type InProcess } from './aws.ts';
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

/** Changes the clients that are made from now on. The result ends that for the stores. */
export const connectToServices = ({ stepFunctions, sandbox, ...stores }: OwnServices): (() => void) => {
  const { dynamoDb, s3 } = stores;
  const inProcess = [
    { url: stepFunctions.endpoint, answer: stepFunctions.answer },
    { url: s3.endpoint, answer: s3.answer, takes: s3.takes },
    ...awsOf(sandbox),
  ];
  extendClients(unsignedAt([dynamoDb.endpoint, ...inProcess.map(({ url }) => url)], localKey));
  extendClients(answeredInProcess(inProcess));
  return connectToStores(stores);
};

const awsOf = ({ awsUrl, answerAws }: OwnServices['sandbox']): readonly InProcess[] =>
  awsUrl === undefined || answerAws === undefined
    ? []
    : [{ url: awsUrl, answer: answerAws, signed: (authorization) => asRunning(authorization, localKey) }];

/**
 * The same for the stores alone. The result ends that and closes the connections. Of stores that the user has started, or has
 * named in the environment, we know only that the SDK's clients can talk to them.
 */
export const connectToStores = ({ dynamoDb, s3 }: OwnStores): (() => void) => {
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
