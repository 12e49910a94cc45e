import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { conform, examine } from '../../../src/foundation/shape/examine.ts';
import type { Issuer as SandboxIssuer } from '../issuer.ts';

type Issuer = Pick<SandboxIssuer, 'verify' | 'token'>;

/** The service's credentials at the issuer. */
export const client = { id: 'toscanini', secret: 'sandbox-client-secret' };

/** The credentials of elastic clusters at the issuer: clusters get their own tokens with them. */
export const clusterClient = { id: 'clues', secret: 'sandbox-cluster-secret' };

const form = v.variant('grant_type', [
  v.object({
    grant_type: v.literal('urn:ietf:params:oauth:grant-type:token-exchange'),
    subject_token: v.string(),
    subject_token_type: v.literal('urn:ietf:params:oauth:token-type:access_token'),
    scope: v.optional(v.string(), ''),
  }),
  v.object({ grant_type: v.literal('refresh_token'), refresh_token: v.string() }),
]);

const claims = v.object({ sub: v.string(), groups: v.optional(v.array(v.string()), []) });
type Claims = v.InferOutput<typeof claims>;

/** Seconds. An access token is refreshed when five minutes are left. */
const accessLife = 3_600;
const refreshLife = 30 * 24 * 3_600;

/**
 * The part of the issuer that its library lacks: token exchange (RFC 8693) and refresh, at `POST /token`. A refresh token
 * is a signed token for the group `refresh`, so that it outlives the process.
 */
export const addTokenEndpoint = (app: FastifyInstance, issuer: Issuer): void => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.post<{ Body: unknown }>('/token', async ({ headers, body }, reply) => {
    if (!known.has(headers.authorization ?? '')) return refuse(reply, 401, 'invalid_client');
    const examined = examine(form, body);
    if (!examined.ok) return refuse(reply, 400, 'invalid_request');
    const exchange = examined.value;
    const isExchange = exchange.grant_type !== 'refresh_token';
    const token = isExchange ? exchange.subject_token : exchange.refresh_token;
    const user = read(issuer, token);
    if (user === undefined || user.groups.includes(refreshing) === isExchange)
      return refuse(reply, 400, 'invalid_grant');
    const lasting = isExchange && exchange.scope.split(' ').includes('offline_access');
    return answer(issuer, user, lasting);
  });
};

const refreshing = `refresh-${createHash('sha256').update(client.secret).digest('hex').slice(0, 8)}`;
const known = new Set(
  [client, clusterClient].map(({ id, secret }) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`),
);

const read = (issuer: Issuer, token: string): Claims | undefined => {
  try {
    return conform(claims, issuer.verify(token));
  } catch {
    return undefined; // an issuer does not say what is wrong with a token
  }
};

const answer = async (issuer: Issuer, { sub: subject, groups }: Claims, lasting: boolean) => {
  const own = groups.filter((group) => group !== refreshing);
  return {
    access_token: await issuer.token({ subject, groups: own, expiresInSeconds: accessLife }),
    token_type: 'Bearer',
    expires_in: accessLife,
    ...(lasting && {
      refresh_token: await issuer.token({ subject, groups: [...own, refreshing], expiresInSeconds: refreshLife }),
    }),
  };
};

const refuse = (reply: FastifyReply, status: number, error: string) => reply.code(status).send({ error });
