import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before the Infrastructure Manager, and can lose an answer. */
export interface LossyProxy {
  readonly url: string;
  /** The next creation is done, and whoever asked for it never learns of it. */
  loseNextCreation(): void;
  stop(): Promise<void>;
}

export const startLossyProxy = async (imUrl: string): Promise<LossyProxy> => {
  let losing = false;
  const { hostname, port } = new URL(imUrl);
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const isLost = losing && method === 'POST' && /^\/infrastructures(\?|$)/.test(path ?? '');
    if (isLost) losing = false;
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
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNextCreation: () => {
      losing = true;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
