/**
 * A warm GET of one deployment through the whole handler, with its token check, compared with the DynamoDB call that it
 * makes.
 */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { OAuth2Server } from 'oauth2-mock-server';
import { route } from '../functions/http/deployments/get.ts';
import { callers } from '../src/adapters/identity/identity.ts';
import { deployments } from '../src/adapters/tables/deployments.ts';
import { recordKey } from '../src/adapters/tables/keys.ts';
import type { Deployment } from '../src/domain/deployments/record/deployment.ts';
import { apiEvent } from '../test/support/api-event.ts';
import { startEngine } from '../test/support/engine.ts';
import { inPairs } from './pairs.ts';
import { median, type Row, timed } from './row.ts';

const clock = { now: () => new Date() };
const rounds = 400;
const blocks = 40;
const callsInBlock = 25;

export const run = async function* (): AsyncIterable<Row> {
  const engine = await startEngine();
  const issuer = new OAuth2Server();
  await issuer.issuer.keys.generate('RS256');
  await issuer.start(0, '127.0.0.1');
  try {
    const url = issuer.issuer.url as string;
    const store = deployments({ client: engine.client, table: engine.tables.deployments, clock });
    await store.accept(sample(url));
    const token = await issuer.issuer.buildToken({
      scopesOrTransform: (_, payload) => Object.assign(payload, { sub: 'olga' }),
    });
    const handler = route({
      deployments: store,
      ended: { find: async () => undefined },
      callers: callers({ issuers: [{ issuer: url }], clock }),
      createdByEverywhere: false,
      publicBaseUrl: undefined,
    });
    const viaHandler = () => handler(event(token), {} as Context);
    const bare = () =>
      engine.client.send(
        new GetCommand({ TableName: engine.tables.deployments, Key: recordKey(id), ConsistentRead: true }),
      );
    const answer = await viaHandler();
    if (answer.statusCode !== 200) throw new Error(`the handler answered ${answer.statusCode}: ${answer.body}`);
    yield await compare(viaHandler, bare);
  } finally {
    await issuer.stop();
    await engine.stop();
  }
};

/** A block of calls is one measure: its median has no outliers. */
const compare = async (viaHandler: () => Promise<unknown>, bare: () => Promise<unknown>): Promise<Row> => {
  // a function is warm when its code is compiled: the first hundreds of calls are slower
  for (const call of [viaHandler, bare]) await timed(rounds, call);
  const block = (call: () => Promise<unknown>) => async () => median(await timed(callsInBlock, call));
  const { ratio, spread, one, other } = await inPairs(blocks, block(viaHandler), block(bare));
  return {
    name: 'warm GET / its DynamoDB call',
    ratio,
    spread,
    budget: 1.5,
    detail: `median of ${blocks * callsInBlock}: ${one.toFixed(2)} ms against ${other.toFixed(2)} ms on dynoxide`,
  };
};

const id = '01900000-0000-7000-8000-000000000001';

const sample = (issuer: string): Deployment => ({
  id,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  createdBy: { issuer, subject: 'olga' },
  status: 'CREATE_COMPLETE',
  task: 'NONE',
  outputs: { url: 'http://192.0.2.1/' },
  parameters: {},
  limits: { providerTimeoutMins: 14_400, keepLastAttempt: false },
  operation: { id, kind: 'CREATE', acceptedAt: '2026-11-20T12:00:00.000Z' },
  templateOf: id,
});

const event = (token: string): APIGatewayProxyEvent =>
  apiEvent({
    resource: '/deployments/{deployment_id}',
    path: `/deployments/${id}`,
    headers: { Authorization: `Bearer ${token}`, Host: 'localhost' },
    pathParameters: { deployment_id: id },
  });
