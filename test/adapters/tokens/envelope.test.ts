import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKey, seal, unseal } from '../../../src/adapters/tokens/envelope.ts';
import { anyCharacter } from '../../support/any-character.ts';

const key = randomBytes(32);

describe('an envelope', () => {
  it('gives back what was put in, whatever that is, and shows nothing of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 8 }), (text) => {
        const sealed = seal(key, 'deployment', text);
        expect(unseal(key, 'deployment', sealed)).toBe(text);
        expect(sealed).not.toContain(text);
        expect(sealed).toMatch(/^[\w.-]+$/);
      }),
    );
  });

  it('is another one each time', () => {
    expect(seal(key, 'c', 'text')).not.toBe(seal(key, 'c', 'text'));
  });

  it('opens with no other key, for no other purpose, and not once it was changed', () => {
    const sealed = seal(key, 'c', 'a refresh token');
    expect(unseal(randomBytes(32), 'c', sealed)).toBeUndefined();
    expect(unseal(key, 'd', sealed)).toBeUndefined();
    for (const [part, text] of sealed.split('.').entries()) {
      const changed = sealed.split('.').with(part, text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`);
      expect(unseal(key, 'c', changed.join('.'))).toBeUndefined();
    }
  });

  it('does not open with a part of its tag, which would be easier to guess', () => {
    const [version, salt, nonce, tag, body] = seal(key, 'c', 'a refresh token').split('.');
    const short = Buffer.from(tag ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url');
    expect(unseal(key, 'c', [version, salt, nonce, short, body].join('.'))).toBeUndefined();
  });

  it('is none without its last part', () => {
    expect(unseal(key, 'c', seal(key, 'c', 'text').split('.').slice(0, 4).join('.'))).toBeUndefined();
  });

  it.each(['', 'v1', 'v1....', 'v1.a.b.c.d', 'not sealed at all'])('is none: %j', (text) => {
    expect(unseal(key, 'c', text)).toBeUndefined();
  });
});

describe('readKey', () => {
  it('takes 32 bytes in base64, and nothing else', () => {
    expect(readKey(key.toString('base64'))).toEqual(key);
    expect(readKey(key.subarray(1).toString('base64'))).toBeUndefined();
    expect(readKey('')).toBeUndefined();
  });
});
