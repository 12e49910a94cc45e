import { describe, expect, it } from 'vitest';
import { masked } from '../../src/domain/masked.ts';

const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJvbGdhIn0.c2lnbmF0dXJl';

describe('what is masked of a line', () => {
  it.each([
    ['a token on its own', `the answer was ${token}`, 'the answer was ***'],
    ['a bearer header', `Authorization: Bearer abcdef123456`, 'Authorization: Bearer ***'],
    [
      'a password of an authorization line',
      "id = one; password = 'hunter 2'; host = x",
      'id = one; password = ***; host = x',
    ],
    ['a member of JSON', '{"token":"abc","host":"x"}', '{"token":***,"host":"x"}'],
    [
      'a parameter of an address',
      'https://x.example/?access_token=abc&page=1',
      'https://x.example/?access_token=***&page=1',
    ],
    ['a password in an address', 'https://olga:hunter2@host.example/x', 'https://olga:***@host.example/x'],
    ['an API key', 'api_key=abc&page=1', 'api_key=***&page=1'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', '***'],
  ])('is %s, wherever it stands', (_, text, expected) => {
    expect(masked({ error: { detail: text } })).toEqual({ error: { detail: expected } });
  });

  it.each(['password', 'access_token', 'clientSecret', 'Authorization', 'private_key'])(
    'is all of what %s holds',
    (name) => {
      expect(masked({ inner: { [name]: 'hunter2' } })).toEqual({ inner: { [name]: '***' } });
      expect(masked({ [name]: { value: ['hunter2'] } })).toEqual({ [name]: '***' });
    },
  );

  it('is nothing of ids, routes, statuses and words', () => {
    const line = {
      deploymentId: '0199a0e0-0000-7000-8000-000000000001',
      route: '/deployments/{deployment_id}',
      status: 401,
      error: { name: 'UnauthenticatedError', detail: 'the token has expired' },
    };
    expect(masked(line)).toEqual(line);
  });
});
