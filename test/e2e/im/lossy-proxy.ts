import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before the Infrastructure Manager, and can lose an answer. */
export interface LossyProxy {
  readonly url: string;
  /** The next creation is done, and whoever asked for it never learns of it. */
  loseNextCreation(): void;
  /** The next creation is passed on when it is let go: whoever asked for it waits no more then. */
  holdNextCreation(): { letGo(): void };
  stop(): Promise<void>;
}

export const startLossyProxy = async (imUrl: string): Promise<LossyProxy> => {
  let losing = false;
  let held: Promise<void> | undefined;
  const { hostname, port } = new URL(imUrl);
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const isCreation = method === 'POST' && /^\/infrastructures(\?|$)/.test(path ?? '');
    const isLost = losing && isCreation;
    if (isLost) losing = false;
    if (held && isCreation) return void hold(asked, held);
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
  const hold = async (asked: IncomingMessage, released: Promise<void>): Promise<void> => {
    held = undefined;
    const body: Buffer[] = [];
    for await (const piece of asked) body.push(piece as Buffer);
    await released;
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
    holdNextCreation: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return { letGo: resolve };
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
