import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64 } from '../../../src/tosca/secrets/base64.ts';
import { anyCharacter } from '../../support/any-character.ts';

describe('base64', () => {
  it('is written as Node writes it, without the padding', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(toBase64(text)).toBe(Buffer.from(text).toString('base64').replace(/=+$/, ''));
      }),
    );
  });

  it('is read as Node reads it, also that of URLs, wherever it is cut off', () => {
    const digits = fc.stringMatching(/^[A-Za-z0-9+/_-]*={0,2}$/);
    fc.assert(
      fc.property(digits, (encoded) => {
        expect(fromBase64(encoded)).toBe(Buffer.from(encoded, 'base64').toString('latin1'));
      }),
    );
  });
});
