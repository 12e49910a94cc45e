import { describe, expect, it } from 'vitest';
import { authorizationUrl, refusalIn, saysEnded, withoutTokens } from '../../client/authorization.ts';

const asked = {
  ...{ clientId: 'cli', redirectUri: 'http://127.0.0.1:1/', scope: 'openid email' },
  ...{ state: 's', challenge: 'c', nonce: 'n' },
};

describe('the address of a login', () => {
  it('keeps the query that the endpoint has (RFC 6749 section 3.1)', () => {
    const url = authorizationUrl('https://b2c.example/authorize?p=b2c_1_signin&scope=other', asked);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      p: 'b2c_1_signin',
      ...{ client_id: 'cli', redirect_uri: 'http://127.0.0.1:1/', response_type: 'code', scope: 'openid email' },
      ...{ state: 's', code_challenge: 'c', code_challenge_method: 'S256', nonce: 'n' },
    });
    expect(url.searchParams.getAll('scope')).toHaveLength(1);
  });

  it('has a nonce where an ID token is asked for, and only there', () => {
    expect(authorizationUrl('https://x.example/', { ...asked, scope: 'email' }).searchParams.has('nonce')).toBe(false);
  });
});

describe('what an issuer says instead of a code', () => {
  const refusal = (query: string) => refusalIn(new URL(`http://127.0.0.1:1/?${query}`), 's');
  it('is its own error, also without iss or state', () => {
    expect(refusal('error=invalid_request&error_description=Missing+nonce&state=s')).toBe(
      'invalid_request: Missing nonce',
    );
    expect(refusal('error=access_denied')).toBe('access_denied: no reason was given');
  });
  it('is nothing where there is a code, or another login is meant', () => {
    expect(refusal('code=x&state=s')).toBeUndefined();
    expect(refusal('error=access_denied&state=other')).toBeUndefined();
  });
});

describe('a refresh token', () => {
  const token = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"jti":"x"}').toString('base64url')}.`;

  it('has ended, whether the body or a challenge says so', () => {
    for (const code of ['invalid_grant', 'invalid_token']) {
      expect(saysEnded(Object.assign(new Error('x'), { error: code }))).toBe(true);
      const cause = [{ scheme: 'bearer', parameters: { error: code } }];
      expect(saysEnded(new Error('a challenge', { cause }))).toBe(true);
    }
    for (const error of [
      Object.assign(new Error('x'), { error: 'invalid_client' }),
      new Error('x', { cause: [null] }),
      new Error('x', { cause: new Error('y') }),
      'invalid_grant',
    ])
      expect(saysEnded(error)).toBe(false);
  });

  it('is not shown when the issuer quotes it', () => {
    expect(withoutTokens(`Invalid refresh token: ${token}`)).toBe('Invalid refresh token: ***');
    expect(withoutTokens('eyJ is how a JWT begins')).toBe('eyJ is how a JWT begins');
  });
});
