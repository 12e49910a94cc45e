import * as v from 'valibot';
import { address, strict, text } from '../../foundation/shape/schemas.ts';
import type { BodyOf } from '../schemas/answers.ts';

/** The variable LOGINS (docs/environment.md): where users log in, one for each issuer that has a public client. */
export const loginsSchema = v.array(
  strict({
    issuer: text,
    name: text,
    clientId: text,
    scope: text,
    redirectUri: v.optional(address),
    pageUri: v.optional(address),
    pageClientId: v.optional(text),
    /** other origins than the issuer's that a login in a browser asks: the dashboard's page may connect to them */
    origins: v.optional(v.array(text)),
  }),
);
export type Login = v.InferOutput<typeof loginsSchema>[number];

/** The answer of GET /login: a client with a browser or a terminal finds here how to get a token. */
export const loginList = (logins: readonly Login[]): BodyOf<'LoginList'> =>
  logins.map(({ redirectUri, pageUri, pageClientId, origins: _, ...login }) => ({
    ...login,
    ...(redirectUri !== undefined && { redirectUri }),
    ...(pageUri !== undefined && { pageUri }),
    ...(pageClientId !== undefined && { pageClientId }),
  }));
