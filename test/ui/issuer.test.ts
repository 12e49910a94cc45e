import * as oauth from 'oauth4webapi';
import { afterEach, expect, it, vi } from 'vitest';
import { wrongClock } from '../../client/clock-words.ts';
import { reasonOf, renew } from '../../ui/session/issuer.ts';
import { forPages } from '../../ui/session/logins.ts';

const at = (baseURI: string): void => void vi.stubGlobal('document', { baseURI });
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const any = { issuer: 'https://a.example/', name: 'a', clientId: 'a', scope: 'openid' };
const pool = {
  ...any,
  redirectUri: 'http://localhost:8976/',
  pageUri: 'https://api.example.org/toscanini/ui/',
  pageClientId: 'page',
};

it('offers an issuer that compares whole addresses only where it sends browsers back to', () => {
  at('https://api.example.org/toscanini/ui/');
  expect(forPages([any, pool]).map(({ clientId }) => clientId)).toEqual(['a', 'page']);
  at('https://elsewhere.example.org/ui/');
  expect(forPages([any, pool])).toEqual([any]);
});

it('does not offer a client that only terminals can use', () => {
  at('https://api.example.org/toscanini/ui/');
  const { pageUri: _, pageClientId: __, ...terminals } = pool;
  expect(forPages([terminals])).toEqual([]);
});

it('says that a clock is wrong, since a token seems to be of the future then', () => {
  const cause = new oauth.OperationProcessingError('unexpected JWT "nbf" (not before) claim value', {
    code: oauth.JWT_TIMESTAMP_CHECK,
  });
  expect(reasonOf(cause, 'https://a.example')).toBe(wrongClock);
});

it('does not wait for ever for an issuer that says nothing', async () => {
  const ending = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(ending.signal);
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    ending.abort(new DOMException('the time is over', 'TimeoutError'));
    return Promise.reject(signal?.reason);
  });
  const renewing = renew(any, 'a refresh token');
  await expect(renewing).rejects.toThrow('the time is over');
  expect(reasonOf(await renewing.catch((cause) => cause), 'https://a.example')).toBe(
    'https://a.example does not answer',
  );
});
