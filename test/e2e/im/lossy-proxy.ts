import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Stands before the Infrastructure Manager, and can lose an answer. */
export interface LossyProxy {
  readonly url: string;
  /** The next creation is done, and whoever asked for it never learns of it. */
  loseNextCreation(): void;
  /** The next creation is passed on so much later, when whoever asked for it waits no more. */
  holdNextCreation(milliseconds: number): void;
  stop(): Promise<void>;
}

export const startLossyProxy = async (imUrl: string): Promise<LossyProxy> => {
  let losing = false;
  let heldFor = 0;
  const { hostname, port } = new URL(imUrl);
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const isCreation = method === 'POST' && /^\/infrastructures(\?|$)/.test(path ?? '');
    const isLost = losing && isCreation;
    if (isLost) losing = false;
    if (heldFor > 0 && isCreation) return void hold(asked, heldFor);
    const forwarded = request({ hostname, port, method, path, headers }, (reply) => {
      if (isLost) {
        reply.resume();
        reply.on('end', () => asked.socket.destroy());
        return;
      }
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    forwarded.on('error', () => asked.socket.destroy());
    asked.pipe(forwarded);
  });
  /** Read whole at once, so that it can be passed on without who sent it. */
  const hold = async (asked: IncomingMessage, milliseconds: number): Promise<void> => {
    heldFor = 0;
    const body: Buffer[] = [];
    for await (const piece of asked) body.push(piece as Buffer);
    await sleep(milliseconds);
    const { connection: _, ...headers } = asked.headers;
    request({ hostname, port, method: 'POST', path: asked.url, headers }, (reply) => reply.resume()).end(
      Buffer.concat(body),
    );
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNextCreation: () => {
      losing = true;
    },
    holdNextCreation: (milliseconds) => {
      heldFor = milliseconds;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
