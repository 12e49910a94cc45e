import type * as v from 'valibot';
import type { Check } from '../../domain/doctor/examination.ts';
import { discoveryOf, fetchKeys } from '../identity/issuer-keys.ts';
import type { trustedIssuersSchema } from '../identity/issuers.ts';
import { usableKeys } from '../identity/usable-keys.ts';

type Issuers = v.InferOutput<typeof trustedIssuersSchema>;

/** Checks that each issuer publishes keys with which the service can verify tokens. */
export const issuerChecks = (issuers: Issuers): readonly Check[] => [
  ...(issuers.length > 0 ? [] : [noIssuer]),
  ...issuers.map(({ issuer, jwksUri }) => ({
    subject: `issuer ${issuer}`,
    run: async () => {
      const address = jwksUri ?? discoveryOf(issuer);
      const keys = usableKeys(issuer, await fetchKeys(address));
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
