import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { examine, listed } from '../../../src/foundation/shape/examine.ts';
import { strict } from '../../../src/foundation/shape/schemas.ts';

/**
 * down        503 to everything
 * refuse      403 to everything
 * malformed   200 with a body that is not JSON
 * other-form  200 with JSON of another shape
 * cut         the connection breaks in the middle of the answer
 * slow        no answer within any deadline
 */
const serviceFaults = ['down', 'refuse', 'malformed', 'other-form', 'cut', 'slow'] as const;
export type ServiceFault = (typeof serviceFaults)[number];

const federationServices = ['slam', 'cmdb', 'monitoring', 'cpr', 'vault', 'issuer'] as const;
export type FederationServiceName = (typeof federationServices)[number];

const change = strict({ fault: v.nullable(v.picklist(serviceFaults)) });

/** Faults by service; `PUT /_sandbox/federation/{service}` `{"fault": "down"}`, `GET /_sandbox/federation`. */
export class ServiceFaults {
  readonly #faults = new Map<string, ServiceFault>();

  addControl(app: FastifyInstance): void {
    app.get('/_sandbox/federation', async () =>
      Object.fromEntries(federationServices.map((name) => [name, this.#faults.get(name) ?? null])),
    );
    app.put<{ Params: { service: string } }>('/_sandbox/federation/:service', async ({ params, body }, reply) => {
      const name = federationServices.find((one) => one === params.service);
      const wish = examine(change, body);
      if (name === undefined)
        return reply.code(404).send({ message: `there are ${federationServices.join(', ')}`, code: 404 });
      if (!wish.ok) return reply.code(400).send({ message: listed(wish.mistakes), code: 400 });
      if (wish.value.fault === null) this.#faults.delete(name);
      else this.#faults.set(name, wish.value.fault);
      return wish.value;
    });
  }

  /** Answers instead of the service while it has a fault. */
  addTo(app: FastifyInstance, service: FederationServiceName): void {
    app.addHook('onRequest', async (_request: FastifyRequest, reply: FastifyReply) => {
      const fault = this.#faults.get(service);
      if (fault !== undefined) return misbehave(fault, reply);
      return undefined;
    });
  }
}

const misbehave = (fault: ServiceFault, reply: FastifyReply): FastifyReply => {
  switch (fault) {
    case 'down':
      return reply.code(503).send({ error: 'Service Unavailable' });
    case 'refuse':
      return reply.code(403).send({ error: 'Forbidden' });
    case 'malformed':
      return reply.type('application/json').send('<html>login</html>');
    case 'other-form':
      return reply.send({ welcome: true });
    case 'cut':
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      reply.raw.write('{"');
      reply.raw.destroy();
      return reply;
    case 'slow':
      return reply.hijack();
  }
};
