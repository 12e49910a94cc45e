import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecretText } from '../../../src/tosca/secrets/material.ts';
import { tokenPrefixes } from '../../../src/tosca/secrets/token-prefixes.ts';

/** Whatever may begin, end or be a secret, and what stands between. */
const piece = fc.oneof(
  fc.constantFrom(
    ...['eyJ', 'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t', 'AKIA', 'ASIA', 'abcdef.0123456789abcdef', '-u', '--password'],
    ...[
      'mysql',
      '-p',
      'chpasswd',
      'bearer',
      'basic',
      'token',
      'hvs.',
      'ya29.',
      'gAAAAA',
      '.',
      '-',
      '_',
      'auth',
      'pass',
    ],
    ...tokenPrefixes.map(([prefix]) => prefix),
  ),
  fc.stringMatching(/^[\w.-]{0,12}$/),
  fc.stringMatching(/^[A-Z0-9]{16}$/),
  fc.stringMatching(/^[A-Za-z0-9]{40}$/),
);

describe('a word', () => {
  it('is masked alone as it is between blanks, where all rules look at it', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
        const text = pieces.join('').replaceAll(/[^\w.-]/g, '');
        expect(` ${withoutSecretText(text)} `).toBe(withoutSecretText(` ${text} `));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is never too odd to be examined', () => {
    const blank = fc.constantFrom(' ', '=', ': ', ' "', '\n', '\\', '|', ' <<< ', '://', '@');
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, blank), { maxLength: 12 }), (pieces) => {
        expect(typeof withoutSecretText(pieces.join(''))).toBe('string');
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(['eyJabcdef', 'AKIAIOSFODNN7EXAMPLE', 'glpat-abcdefghij0123456789', 'ntn_01234567890'])(
    'is masked: %s',
    (secret) => expect(withoutSecretText(secret)).not.toContain(secret.slice(4)),
  );
});
