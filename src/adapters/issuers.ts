import * as v from 'valibot';
import { address, strict, text } from '../domain/shape/schemas.ts';

/**
 * RFC 8693; `secret` names one with `clientSecret`. `encryptionKey` in it, 32 bytes in base64, seals what is kept on a
 * laptop, and opens what was kept before KMS sealed it.
 */
export const tokenExchangeSchema = strict({
  clientId: text,
  secret: text,
  audience: v.optional(text),
  scopes: v.optional(text),
  tokenEndpoint: v.optional(address),
  /** RFC 7009; absent: by OIDC discovery */
  revocationEndpoint: v.optional(address),
});
export type TokenExchange = v.InferOutput<typeof tokenExchangeSchema>;

/** The variable TRUSTED_ISSUERS (docs/decisions/0001). */
export const trustedIssuersSchema = v.array(
  strict({
    issuer: text,
    audience: v.optional(v.union([v.string(), v.array(v.string())])),
    groupsClaim: v.optional(text),
    adminGroup: v.optional(text),
    jwksUri: v.optional(address),
    organisation: v.optional(text),
    tokenExchange: v.optional(tokenExchangeSchema),
  }),
);
