/** A process of its own that sends requests, so that the clients' work does not slow down the service that is measured. */

import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Load {
  /** each is repeated, one request after the other, all of them at the same time */
  readonly calls: readonly { readonly url: string; readonly token: string }[];
  readonly pauseMs: number;
  /** how long requests are sent */
  readonly ms: number;
}

export interface Sent {
  /** of each request */
  readonly milliseconds: readonly number[];
  /** how many were answered 429 */
  readonly refused: number;
}

const agent = new Agent({ keepAlive: true });

const get = (url: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });

const send = async ({ calls, pauseMs, ms }: Load): Promise<Sent> => {
  const milliseconds: number[] = [];
  let refused = 0;
  const end = performance.now() + ms;
  const repeat = async ({ url, token }: Load['calls'][number]): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      const status = await get(url, token);
      milliseconds.push(performance.now() - began);
      if (status === 429) refused += 1;
      else if (status !== 200) throw new Error(`GET ${url} answered ${status}`);
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(calls.map(repeat));
  return { milliseconds, refused };
};

process.on('message', async (load: Load) => process.send?.(await send(load)));
