import * as v from 'valibot';
import { UnavailableError } from '../../foundation/errors.ts';
import { examine } from '../../foundation/shape/examine.ts';
import { readText } from '../rest/body.ts';
import { isTrustworthy } from './issuers.ts';

const wellKnown = '/.well-known/openid-configuration';

/** The address of an issuer's discovery document. */
export const discoveryOf = (issuer: string): string => issuer.replace(/\/$/, '') + wellKnown;

const discovery = v.object({ issuer: v.string(), jwks_uri: v.string() });

/**
 * Reads the key set at an address, or the one that the discovery document at that address points to (OIDC Discovery 1.0
 * section 4). UnavailableError when the keys cannot be read, or not safely.
 */
export const fetchKeys = async (address: string): Promise<ArrayBuffer> => {
  const found = await download(address);
  if (!address.endsWith(wellKnown)) return found;
  const document = examine(discovery, jsonOf(found));
  if (!document.ok || discoveryOf(document.value.issuer) !== address)
    throw new UnavailableError(`${address} is not the discovery document of that issuer`);
  return download(document.value.jwks_uri);
};

/** The largest key sets have a few dozen keys of 2 kB. More would only fill the memory of the function. */
const mostBytes = 1024 * 1024;

const download = async (address: string): Promise<ArrayBuffer> => {
  if (!isTrustworthy(address)) throw new UnavailableError(`keys must come over https, not from ${address}`);
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(5000) });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return new TextEncoder().encode(await readText(response, mostBytes)).buffer;
  } catch (cause) {
    throw new UnavailableError(`the keys of the token's issuer could not be read from ${address}; try again later`, {
      cause,
    });
  }
};

const jsonOf = (bytes: ArrayBuffer): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (cause) {
    throw new UnavailableError("the discovery document of the token's issuer is not JSON", { cause });
  }
};
