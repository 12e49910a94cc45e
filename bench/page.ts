/**
 * One page of ten of a list, as the dashboard reads it, compared with a GET of one deployment: both through their whole
 * handlers, token check included. The list has one counter, as nearly all lists have; test/adapters/tables/page-reads.test.ts counts the
 * reads of a busy one.
 */

import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { OAuth2Server } from 'oauth2-mock-server';
import { route as getOne } from '../functions/http/deployments/get.ts';
import { route as getPage } from '../functions/http/deployments/list.ts';
import { callers } from '../src/adapters/identity/identity.ts';
import { deployments } from '../src/adapters/tables/deployments.ts';
import { apiEvent } from '../test/support/api-event.ts';
import { startEngine } from '../test/support/engine.ts';
import { readsDuring, readsOf } from '../test/support/reads.ts';
import { quietly } from './cost/lives.ts';
import { load } from './many-deployments.ts';
import { inPairs } from './pairs.ts';
import { median, type Row, timed } from './row.ts';

const clock = { now: () => new Date() };
const blocks = 16;
/** are not counted: while the code of both is being compiled, a page takes twice its later time */
const firstBlocks = 4;
const callsInBlock = 45;

export const run = async (): Promise<readonly Row[]> => {
  const engine = await startEngine();
  const issuer = new OAuth2Server();
  await issuer.issuer.keys.generate('RS256');
  await issuer.start(0, '127.0.0.1');
  try {
    await load(engine, 1_000, { busy: false });
    const url = issuer.issuer.url as string;
    const token = await issuer.issuer.buildToken({
      scopesOrTransform: (_, payload) => Object.assign(payload, { sub: 'olga', groups: ['administrators'] }),
    });
    const ports = {
      deployments: deployments({ client: engine.client, table: engine.tables.deployments, clock }),
      ended: { find: async () => undefined, list: async () => ({ content: [], totalElements: 0 }) },
      callers: callers({
        issuers: [{ issuer: url, groupsClaim: 'groups', adminGroup: 'administrators' }],
        clock,
      }),
      clock,
      createdByEverywhere: false,
      publicBaseUrl: undefined,
    };
    const [page, one] = [getPage(ports), getOne(ports)];
    const read = (handler: typeof page, request: APIGatewayProxyEvent) => async () => {
      const { statusCode, body } = await handler(request, {} as Context);
      if (statusCode !== 200) throw new Error(`${request.path} answered ${statusCode}: ${body}`);
      return body;
    };
    const all = read(page, event(token, '/deployments'));
    const { content } = JSON.parse(await quietly(all)) as { content: readonly { uuid: string }[] };
    if (content.length !== 10) throw new Error(`the page has ${content.length} deployments instead of ten`);
    const single = read(one, event(token, '/deployments/{deployment_id}', content[0]?.uuid));
    const { ratio, spread, clock: times, ...both } = await quietly(() => interleaved(all, single));
    const used = await quietly(() => readsDuring(readsOf(engine.client), all));
    return [
      {
        name: 'reads of a page of ten',
        ratio: used.reads,
        budget: 14,
        detail: `${used.requests} requests, ${used.units} read units; a query is one read, and so is each deployment`,
      },
      {
        name: 'a page of ten / a GET of one, processor time',
        ratio,
        spread,
        budget: 3,
        detail: `${both.one.toFixed(2)} ms against ${both.other.toFixed(2)} ms of ${blocks * callsInBlock}; by the clock ${times.one.toFixed(2)} against ${times.other.toFixed(2)} on dynoxide`,
      },
    ];
  } finally {
    await issuer.stop();
    await engine.stop();
  }
};

/**
 * Blocks of both, in processor milliseconds of this process for each call. The clock of each block is kept beside it.
 */
const interleaved = async (one: () => Promise<unknown>, other: () => Promise<unknown>) => {
  const clocks = { one: [] as number[], other: [] as number[] };
  const block = (call: () => Promise<unknown>, clock: number[]) => async () => {
    const before = process.cpuUsage();
    clock.push(...(await timed(callsInBlock, call)));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / callsInBlock;
  };
  await inPairs(firstBlocks, block(one, []), block(other, []));
  const compared = await inPairs(blocks, block(one, clocks.one), block(other, clocks.other));
  return { ...compared, clock: { one: median(clocks.one), other: median(clocks.other) } };
};

const event = (token: string, resource: string, id?: string): APIGatewayProxyEvent =>
  apiEvent({
    resource,
    path: id === undefined ? resource : `/deployments/${id}`,
    headers: { Authorization: `Bearer ${token}`, Host: 'localhost' },
    pathParameters: id === undefined ? null : { deployment_id: id },
  });
