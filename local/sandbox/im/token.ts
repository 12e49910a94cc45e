import { JwtExpiredError } from 'aws-jwt-verify/error';
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt';
import type { IdentifyToken } from './authorization.ts';
import { Refusal } from './refusal.ts';

/** The part of a trusted issuer that the IM needs. The sandbox has one issuer, and a check is a function call. */
export interface TrustedIssuer {
  readonly url: string;
  verify(token: string): { readonly [claim: string]: unknown };
}

function issuerOf(token: string): unknown {
  try {
    return decomposeUnverifiedJwt(token).payload.iss;
  } catch {
    throw new Refusal(400, 'Error trying to decode OIDC auth token: list index out of range');
  }
}

/**
 * The IM's check of an access token, with its error texts (docs/contract/infrastructure-manager.md, "Words of refusals").
 */
export function tokenCheck(issuer: TrustedIssuer, status: number): IdentifyToken {
  const refuse = (why: string): Refusal => new Refusal(status, `Invalid InfrastructureManager credentials. ${why}`);
  return (token) => {
    if (issuerOf(token) !== issuer.url) throw refuse('Issuer not accepted.');
    try {
      return issuer.verify(token);
    } catch (cause) {
      if (cause instanceof JwtExpiredError) throw refuse('OIDC auth Token expired.');
      throw refuse('Code: 401. Message: {"error": "invalid_token"}..');
    }
  };
}
