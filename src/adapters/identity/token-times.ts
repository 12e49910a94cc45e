/** When a token is valid (RFC 7519 sections 4.1.4 and 4.1.5). */

import { UnauthenticatedError } from '../../foundation/errors.ts';
import type { Claims } from './token-form.ts';

/** Seconds by which the clocks of an issuer and this service may differ. */
const defaultLeeway = 30;

/** Throws UnauthenticatedError for a token that has expired, is for later, or says so in another form than seconds. */
export const checkTimes = (claims: Claims, now: Date, leewaySeconds = defaultLeeway): void => {
  const seconds = now.getTime() / 1000;
  const expiry = secondsIn(claims, 'exp');
  if (expiry === undefined) throw new UnauthenticatedError('the token never expires; get one with an expiry (exp)');
  if (expiry + leewaySeconds <= seconds) throw new UnauthenticatedError('the token has expired; get a new one');
  const start = secondsIn(claims, 'nbf');
  if (start !== undefined && start - leewaySeconds > seconds)
    throw new UnauthenticatedError('the token is not valid yet; wait, or check the clocks');
};

/** null is a claim without a value, and so none. */
const secondsIn = (claims: Claims, name: 'exp' | 'nbf'): number | undefined => {
  const value = claims[name] ?? undefined;
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
  throw new UnauthenticatedError(
    `the claim ${name} of the token is not a number of seconds; let the issuer write it so`,
  );
};
