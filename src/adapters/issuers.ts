import * as z from 'zod';

/** RFC 8693; `secret` names one with `clientSecret`, and `encryptionKey`: 32 bytes in base64 that seal what is kept. */
export const tokenExchangeSchema = z.strictObject({
  clientId: z.string().min(1),
  secret: z.string().min(1),
  audience: z.string().min(1).optional(),
  scopes: z.string().min(1).optional(),
  tokenEndpoint: z.url().optional(),
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
