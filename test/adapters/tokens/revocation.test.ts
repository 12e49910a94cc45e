import { describe, expect, it } from 'vitest';
import { revokeToken } from '../../../src/adapters/tokens/revocation.ts';

const issuer = 'https://iam.example/realm/';
const client = { issuer, clientId: 'c', clientSecret: 's' };

const issuing = (...answers: readonly Response[]) => {
  const seen: { readonly url: string; readonly form: Readonly<Record<string, string>> }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    seen.push({ url: String(url), form: Object.fromEntries(new URLSearchParams(String(init?.body ?? ''))) });
    return answers[seen.length - 1] ?? new Response('', { status: 500 });
  };
  return { seen, fetch };
};
const json = (body: unknown) => new Response(JSON.stringify(body));

describe('revokeToken', () => {
  it('asks the revocation endpoint of the discovery document, as RFC 7009 has it', async () => {
    const { seen, fetch } = issuing(json({ revocation_endpoint: `${issuer}revoke` }), new Response(''));
    await revokeToken({ ...client, fetch }, 'lasting');
    expect(seen[1]).toEqual({
      url: `${issuer}revoke`,
      form: { token: 'lasting', token_type_hint: 'refresh_token' },
    });
  });

  it('asks the configured one without looking for it', async () => {
    const { seen, fetch } = issuing(new Response(''));
    await revokeToken({ ...client, revocationEndpoint: `${issuer}r`, fetch }, 'lasting');
    expect(seen.map(({ url }) => url)).toEqual([`${issuer}r`]);
  });

  it('does nothing where the issuer has none', async () => {
    const { seen, fetch } = issuing(json({ token_endpoint: `${issuer}token` }));
    await revokeToken({ ...client, fetch }, 'lasting');
    expect(seen).toHaveLength(1);
  });

  it('says who refused, and shows no token', async () => {
    const { fetch } = issuing(new Response('lasting-token', { status: 503 }));
    const revoking = revokeToken({ ...client, revocationEndpoint: `${issuer}r`, fetch }, 'lasting-token');
    await expect(revoking).rejects.toThrow(`issuer ${issuer} answered 503`);
    await expect(revoking).rejects.not.toMatchObject({ message: expect.stringContaining('lasting-token') });
  });
});
