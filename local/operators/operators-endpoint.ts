/** An address where commands on this machine invoke the functions for operators. In AWS they use `aws lambda invoke`. */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Functions } from '../functions/functions.ts';
import { onLoopback } from '../gateway/loopback.ts';
import { isOwnHost } from '../gateway/own-host.ts';
import type { Cloud } from '../template/cloud.ts';

export interface OperatorsEndpoint {
  /** `POST <url>/<name>` invokes functions/operators/<name>.ts without an event, and returns its answer */
  readonly url: string;
  stop(): Promise<void>;
}

/** A page in a browser may not use it: browsers say where a page comes from, or name the host that the page has. */
const isOfPage = ({ host, origin }: IncomingHttpHeaders): boolean => origin !== undefined || !isOwnHost(host, []);

const ofPage = [403, { message: 'pages in a browser may not use this address; npm run doctor does' }] as const;

export const openOperatorsEndpoint = async (
  { functions: all }: Pick<Cloud, 'functions'>,
  { invoke }: Pick<Functions, 'invoke'>,
): Promise<OperatorsEndpoint> => {
  const arnOf = (path: string) => all.find(({ entry }) => entry === `functions/operators${path}.ts`)?.arn;
  const answer = async (method: string, path: string): Promise<readonly [status: number, body: unknown]> => {
    const arn = method === 'POST' ? arnOf(path) : undefined;
    if (arn === undefined) return [404, { message: `there is no ${method} ${path} for operators` }];
    try {
      return [200, await invoke(arn, {})];
    } catch (error) {
      return [500, { message: error instanceof Error ? error.message : String(error) }];
    }
  };
  const server = createServer(async ({ method = '', url = '', headers }, response) => {
    const [status, body] = isOfPage(headers) ? ofPage : await answer(method, url);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  return onLoopback(server);
};
