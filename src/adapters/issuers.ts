import * as z from 'zod';

/** The variable TRUSTED_ISSUERS (docs/decisions/0001). */
export const trustedIssuersSchema = z.array(
  z.strictObject({
    issuer: z.string().min(1),
    audience: z.union([z.string(), z.array(z.string())]).optional(),
    groupsClaim: z.string().min(1).optional(),
    adminGroup: z.string().min(1).optional(),
    jwksUri: z.url().optional(),
    organisation: z.string().min(1).optional(),
  }),
);
