import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import type { Chance } from '../schedules/chance.ts';

/** Takes callbacks as a client's own service would, and refuses some of them. */
export interface Receiver {
  readonly url: string;
  /** the statuses that were told of each deployment */
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
  readonly counts: { taken: number; refused: number; badlySigned: number };
  /** all that came, refused or not */
  readonly bodies: readonly string[];
  stop(): Promise<void>;
}

const notification = v.looseObject({ uuid: v.string(), status: v.string() });

interface Desk {
  readonly bodies: string[];
  readonly told: Map<string, Set<string>>;
  readonly counts: Receiver['counts'];
}

export const startReceiver = async (dice: Chance, key: string): Promise<Receiver> => {
  const told = new Map<string, Set<string>>();
  const counts = { taken: 0, refused: 0, badlySigned: 0 };
  const bodies: string[] = [];
  const server = createServer((request, response) => void take({ told, counts, bodies }, dice, key, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    told,
    counts,
    bodies,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const take = async (
  { told, counts, bodies }: Desk,
  dice: Chance,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = await textOf(request);
  bodies.push(body);
  if (!isSigned(key, request, body)) counts.badlySigned += 1;
  if (dice.below(10) === 0) {
    counts.refused += 1;
    response.writeHead(500).end();
    return;
  }
  const { uuid, status } = v.parse(notification, JSON.parse(body));
  told.set(uuid, (told.get(uuid) ?? new Set()).add(status));
  counts.taken += 1;
  response.writeHead(204).end();
};

/** src/adapters/callbacks/callback.ts says what is signed. */
const isSigned = (key: string, { headers }: IncomingMessage, body: string): boolean => {
  const delivery = `${headers['x-toscanini-delivery']}.${headers['x-toscanini-sequence']}.${body}`;
  const digest = createHmac('sha256', key).update(delivery).digest('hex');
  return headers['x-toscanini-signature'] === `sha256=${digest}`;
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};
