import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { conform, examine } from '../../../src/foundation/shape/examine.ts';
import { recordOf } from '../../../src/foundation/shape/schemas.ts';
import type { Issuer } from '../issuer.ts';

const login = v.object({ jwt: v.string(), role: v.optional(v.string()) });
const secret = v.object({ data: recordOf(v.string(), v.string()) });

interface ByPath {
  readonly Params: { readonly entity: string; readonly '*': string };
}

/**
 * The part of Vault that the service uses: the JWT login, and a KV store, version 2, where each user sees what is under
 * their own entity.
 */
export const addVault = (app: FastifyInstance, issuer: Pick<Issuer, 'verify'>): void => {
  const entities = new Map<string, string>();
  const stored = new Map<string, { readonly [key: string]: string }>();
  app.post<{ Body: unknown }>('/v1/auth/jwt/login', async ({ body }, reply) => {
    const examined = examine(login, body);
    if (!examined.ok) return refuse(reply, 400, 'missing token');
    try {
      const entity = `entity-${issuer.verify(examined.value.jwt)['sub']}`;
      const token = `hvs.${randomUUID()}`;
      entities.set(token, entity);
      return { auth: { client_token: token, entity_id: entity, lease_duration: 3600 } };
    } catch {
      return refuse(reply, 400, 'error validating token: token is expired (exp)');
    }
  });
  const own = (token: unknown, entity: string): boolean => typeof token === 'string' && entities.get(token) === entity;
  app.get<ByPath>('/v1/secret/data/:entity/*', async ({ headers, params }, reply) => {
    if (!own(headers['x-vault-token'], params.entity)) return refuse(reply, 403, 'permission denied');
    const data = stored.get(`${params.entity}/${params['*']}`);
    return data ? { data: { data, metadata: { version: 1 } } } : refuse(reply, 404);
  });
  app.post<ByPath>('/v1/secret/data/:entity/*', async ({ headers, params, body }, reply) => {
    if (!own(headers['x-vault-token'], params.entity)) return refuse(reply, 403, 'permission denied');
    stored.set(`${params.entity}/${params['*']}`, conform(secret, body).data);
    return { data: { version: 1 } };
  });
};

const refuse = (reply: FastifyReply, status: number, ...errors: readonly string[]) =>
  reply.code(status).send({ errors });
