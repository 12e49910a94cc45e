/**
 * The Infrastructure Manager's REST interface, release 1.19.2, over HTTP on loopback. It follows
 * docs/contract/infrastructure-manager.md.
 */

import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { listening } from '../listen.ts';
import { ownerOf, parseAuthorization } from './authorization.ts';
import { cloudEndpoints } from './cloud-endpoints.ts';
import { addControl } from './control.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { infrastructureEndpoints } from './infrastructure-endpoints.ts';
import type { Sandbox } from './lookup.ts';
import { machineEndpoints } from './machine-endpoints.ts';
import { propertyEndpoints } from './property-endpoints.ts';
import { Refusal } from './refusal.ts';
import { acceptsJson, chooseForm } from './reply.ts';
import { type TrustedIssuer, tokenCheck } from './token.ts';

/** The limits of the IM: header lines up to 130 kB, templates of any usual size. */
const limits = { maxHeaderSize: 160 * 1024, bodyLimit: 16 * 1024 * 1024 };

interface Raw {
  Params: { [name: string]: string };
  Querystring: { [name: string]: string | string[] };
  Body: string | undefined;
}

function lastOfEach(query: Raw['Querystring']): { [name: string]: string } {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().at(-1) ?? '']));
}

function callOf(sandbox: Sandbox, issuer: TrustedIssuer, endpoint: Endpoint, request: FastifyRequest<Raw>): Call {
  const { credentials } = endpoint;
  const status = credentials === 'none' ? 401 : credentials;
  const lines = credentials === 'none' ? [] : parseAuthorization(request.headers.authorization);
  return {
    sandbox,
    params: request.params,
    query: lastOfEach(request.query),
    body: request.body ?? '',
    contentType: request.headers['content-type'],
    accept: request.headers.accept,
    base: `${request.protocol}://${request.headers.host ?? ''}`,
    lines,
    owner: () => ownerOf(lines, status, tokenCheck(issuer, status)),
    identify: (line) => ownerOf([line], status, tokenCheck(issuer, status)),
  };
}

/**
 * Sends `{"message","code"}` to callers that accept JSON, else only the text. The 415 of `chooseForm` is always text,
 * because its caller accepts no JSON.
 */
function refuse(request: FastifyRequest, reply: FastifyReply, status: number, message: string): void {
  reply.code(status);
  if (acceptsJson(request.headers.accept))
    reply.type('application/json').send(JSON.stringify({ message, code: status }));
  else reply.type('text/plain').send(message);
}

function prefixOf(endpoint: Endpoint, request: FastifyRequest<Raw>, refusal: Refusal): string {
  if (!refusal.prefixed) return '';
  if (refusal.status === 401 && endpoint.credentialsPrefix) return endpoint.credentialsPrefix;
  return typeof endpoint.prefix === 'string' ? endpoint.prefix : endpoint.prefix({ params: request.params });
}

function addEndpoint(app: FastifyInstance, sandbox: Sandbox, issuer: TrustedIssuer, endpoint: Endpoint): void {
  app.route<Raw>({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      // the router reads `/infrastructures/` as an infrastructure with an empty id
      if (Object.values(request.params).includes('')) return reply.callNotFound();
      try {
        const answer = endpoint.handle(callOf(sandbox, issuer, endpoint, request));
        const form = chooseForm(answer, request.headers.accept);
        if (answer.infrastructureId) reply.header('InfID', answer.infrastructureId);
        if (answer.date) reply.header('Date', answer.date);
        reply.type(form.type).send(form.body);
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause;
        refuse(request, reply, cause.status, `${prefixOf(endpoint, request, cause)}${cause.message}`);
      }
      return reply;
    },
  });
}

function build(sandbox: Sandbox, issuer: TrustedIssuer): FastifyInstance {
  const app = fastify({
    bodyLimit: limits.bodyLimit,
    http: { maxHeaderSize: limits.maxHeaderSize },
    forceCloseConnections: true,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const endpoints = [...infrastructureEndpoints, ...propertyEndpoints, ...machineEndpoints, ...cloudEndpoints];
  for (const endpoint of endpoints) addEndpoint(app, sandbox, issuer, endpoint);
  addControl(app, sandbox);
  // for wrong paths and for trailing slashes
  app.setNotFoundHandler((request, reply) =>
    refuse(request, reply, 405, 'The method is not allowed for the requested URL.'),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) =>
    refuse(request, reply, error.statusCode ?? 500, error.message),
  );
  return app;
}

export interface ManagerServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startManager(sandbox: Sandbox, issuer: TrustedIssuer, port: number): Promise<ManagerServer> {
  const app = build(sandbox, issuer);
  const url = await listening(port, "the sandbox's Infrastructure Manager", () =>
    app.listen({ host: '127.0.0.1', port }),
  );
  return { url, stop: () => app.close() };
}
