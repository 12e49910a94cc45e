/** Where callbacks go, and where templates import from. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Receiver {
  readonly url: string;
  /** bodies of the callbacks that were taken */
  readonly received: string[];
  /** the bodies by their deliveries: one that comes again is the same */
  readonly deliveries: Map<string, string>;
  /** whether the answer to a callback that was taken is lost; default: none is */
  isLost: () => boolean;
  stop(): Promise<void>;
}

const types = `tosca_definitions_version: tosca_simple_yaml_1_0
node_types:
  example.nodes.Compute:
    derived_from: tosca.nodes.indigo.Compute
`;

export const startReceiver = async (): Promise<Receiver> => {
  const received: string[] = [];
  const deliveries: Receiver['deliveries'] = new Map();
  const receiver = { received, deliveries, isLost: () => false };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === 'POST') {
      received.push(body);
      deliveries.set(`${request.headers['x-toscanini-delivery']}`, body);
      if (receiver.isLost()) return void response.destroy();
    }
    response.writeHead(200, { 'content-type': 'text/plain' }).end(request.method === 'POST' ? 'taken' : types);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return Object.assign(receiver, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop });
};
