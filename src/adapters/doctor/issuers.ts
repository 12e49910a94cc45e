import * as v from 'valibot';
import type { Check } from '../../domain/doctor/examination.ts';
import { conform } from '../../foundation/shape/examine.ts';
import { discoveryOf, fetchKeys } from '../identity/issuer-keys.ts';
import type { trustedIssuersSchema } from '../identity/issuers.ts';

type Issuers = v.InferOutput<typeof trustedIssuersSchema>;

const keySet = v.object({ keys: v.array(v.object({ kty: v.string() })) });

/** Checks that each issuer publishes keys. The service verifies tokens with them. */
export const issuerChecks = (issuers: Issuers): readonly Check[] => [
  ...(issuers.length > 0 ? [] : [noIssuer]),
  ...issuers.map(({ issuer, jwksUri }) => ({
    subject: `issuer ${issuer}`,
    run: async () => {
      const address = jwksUri ?? discoveryOf(issuer);
      const text = Buffer.from(await fetchKeys(address)).toString('utf8');
      const { keys } = conform(keySet, parsed(text));
      if (keys.length === 0) throw new Error(`${address} leads to a set without a key`);
      return `publishes ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}`;
    },
    advice:
      'none of its users can call: compare `issuer` with the `iss` of a token, letter by letter, and see that the functions can reach it over HTTPS',
  })),
];

const noIssuer: Check = {
  subject: 'issuers',
  run: () => Promise.reject(new Error('none is configured')),
  advice: 'nobody can call: name an issuer in the configuration',
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('its keys are not JSON', { cause });
  }
};
