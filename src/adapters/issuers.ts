import * as z from 'zod';

/**
 * RFC 8693; `secret` names one with `clientSecret`. `encryptionKey` in it, 32 bytes in base64, seals what is kept on a
 * laptop, and opens what was kept before KMS sealed it.
 */
export const tokenExchangeSchema = z.strictObject({
  clientId: z.string().min(1),
  secret: z.string().min(1),
  audience: z.string().min(1).optional(),
  scopes: z.string().min(1).optional(),
  tokenEndpoint: z.url().optional(),
  /** RFC 7009; absent: by OIDC discovery */
  revocationEndpoint: z.url().optional(),
});
export type TokenExchange = z.output<typeof tokenExchangeSchema>;

/** The variable TRUSTED_ISSUERS (docs/decisions/0001). */
export const trustedIssuersSchema = z.array(
  z.strictObject({
    issuer: z.string().min(1),
    audience: z.union([z.string(), z.array(z.string())]).optional(),
    groupsClaim: z.string().min(1).optional(),
    adminGroup: z.string().min(1).optional(),
    jwksUri: z.url().optional(),
    organisation: z.string().min(1).optional(),
    tokenExchange: tokenExchangeSchema.optional(),
  }),
);
