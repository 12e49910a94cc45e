import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { delegations } from '../../../src/adapters/tokens/delegations.ts';
import { type Envelope, seal } from '../../../src/adapters/tokens/envelope.ts';
import { ownersToken } from '../../../src/adapters/tokens/use.ts';
import { onBehalfOf } from '../../../src/domain/credentials/current-deployment.ts';

const issuer = 'https://iam.example';
const owner = { issuer, subject: 'ann' };
const minutes = 60_000;

/**
 * An issuer that numbers what it gives out. `rotating` gives a new refresh token each time, `steady` the same one for each
 * exchange. `once` takes each refresh token once.
 */
const world = (options: { rotating?: boolean; steady?: boolean; once?: boolean; envelope?: Envelope } = {}) => {
  const stored = new Map<string, string>();
  const asked: Record<string, string>[] = [];
  const time = { now: Date.parse('2026-11-20T12:00:00Z') };
  /** what happens while an access token is renewed, before and after the issuer has judged that */
  const meanwhile: { asked?: () => Promise<void>; judged?: () => Promise<void>; paused?: () => Promise<void> } = {};
  const pauses: number[] = [];
  const state = { key: randomBytes(32).toString('base64'), clientSecret: 'x', revoked: false, revocationStatus: 200 };
  const revoked: string[] = [];
  const warnings: string[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    if (String(url).endsWith('/revoke')) {
      revoked.push(new URLSearchParams(String(init?.body)).get('token') ?? '');
      return new Response('', { status: state.revocationStatus });
    }
    const form = Object.fromEntries(new URLSearchParams(String(init?.body)));
    asked.push(form);
    const count = asked.length;
    const isRenewal = form['refresh_token'] !== undefined;
    if (isRenewal) await meanwhile.asked?.();
    const isUsed = options.once && asked.slice(0, -1).some(({ refresh_token: used }) => used === form['refresh_token']);
    const isRefused = state.revoked || revoked.includes(form['refresh_token'] ?? '') || (isRenewal && isUsed);
    if (isRenewal) await meanwhile.judged?.();
    if (isRefused) return new Response(JSON.stringify({ error: 'invalid_grant' }), { status: 400 });
    const grant = { access_token: `access-${count}`, expires_in: 3600 };
    const isLasting = !isRenewal || options.rotating;
    return new Response(
      JSON.stringify({ ...grant, ...(isLasting && { refresh_token: `refresh-${options.steady ? 1 : count}` }) }),
    );
  };
  const endpoints = { tokenEndpoint: `${issuer}/token`, revocationEndpoint: `${issuer}/revoke` };
  const make = (envelope = options.envelope) =>
    delegations({
      issuers: [{ issuer, tokenExchange: { clientId: 'c', secret: 's', ...endpoints } }],
      envelope,
      warn: (id, message) => void warnings.push(`${id}: ${message}`),
      secrets: { read: async () => ({ clientSecret: state.clientSecret, encryptionKey: state.key }) },
      store: {
        put: async (id, sealed) => void stored.set(id, sealed),
        find: async (id) => stored.get(id),
      },
      clock: { now: () => new Date(time.now) },
      pause: async (ms) => {
        pauses.push(ms);
        await meanwhile.paused?.();
      },
      fetch,
    });
  return { stored, asked, meanwhile, pauses, revoked, warnings, time, state, make };
};

describe('delegations', () => {
  it('exchange the token of the caller, and keep what lasts sealed', async () => {
    const { make, stored, asked } = world();
    const kept = make();
    await kept.keep('d', owner, 'of-the-caller');
    expect(asked[0]).toMatchObject({ subject_token: 'of-the-caller' });
    expect([...stored.values()].join()).not.toMatch(/refresh-1|of-the-caller|access-1/);
    expect(await kept.tokenFor('d')()).toBe('access-1');
    expect(asked).toHaveLength(1);
  });

  it('refresh when five minutes are left, or the one before was refused', async () => {
    const { make, asked, time } = world();
    const kept = make();
    await kept.keep('d', owner, 't');
    time.now += 54 * minutes;
    expect(await kept.tokenFor('d')()).toBe('access-1');
    time.now += 1 * minutes;
    expect(await kept.tokenFor('d')()).toBe('access-2');
    expect(await kept.tokenFor('d')()).toBe('access-2');
    expect(await kept.tokenFor('d')({ fresh: true })).toBe('access-3');
    expect(asked.map((form) => form['refresh_token'])).toEqual([undefined, 'refresh-1', 'refresh-1']);
  });

  it('are not used any more once the issuer refused to renew them', async () => {
    const { make, state } = world();
    const kept = make();
    await kept.keep('d', owner, 't');
    state.revoked = true;
    await expect(kept.tokenFor('d')({ fresh: true })).rejects.toMatchObject({ name: 'ForbiddenError' });
    await expect(kept.tokenFor('d')()).rejects.toMatchObject({ name: 'ForbiddenError' });
  });

  it('are known in memory for a thousand deployments at most', async () => {
    const plain: Envelope = { seal: async (_, text) => text, unseal: async (_, text) => text };
    const { make, asked } = world({ envelope: plain });
    const kept = make();
    for (let number = 0; number < 1_000; number++) await kept.keep(`d-${number}`, owner, 't');
    expect(await kept.tokenFor('d-0')()).toBe('access-1');
    await kept.keep('d-1000', owner, 't');
    expect(await kept.tokenFor('d-0')()).toBe('access-1002');
    expect(asked).toHaveLength(1_002);
  });

  it('are there for another process', async () => {
    const { make } = world();
    await make().keep('d', owner, 't');
    expect(await make().tokenFor('d')()).toBe('access-2');
  });

  it('keep the refresh token that takes the place of the one before', async () => {
    const { make, asked } = world({ rotating: true });
    await make().keep('d', owner, 't');
    for (const _ of [1, 2]) await make().tokenFor('d')();
    expect(asked.map((form) => form['refresh_token'])).toEqual([undefined, 'refresh-1', 'refresh-2']);
  });

  it.each([
    ['asked', false],
    ['judged', true],
  ] as const)('are those that the owner entrusts while the ones before are renewed (%s)', async (moment, rotating) => {
    const { make, meanwhile, asked } = world({ rotating });
    await make().keep('d', owner, 't');
    meanwhile[moment] = async () => {
      delete meanwhile[moment];
      await make().keep('d', owner, 'newer'); // which revokes refresh-1, the one that is being used
    };
    expect(await make().tokenFor('d')()).toBe('access-4');
    expect(asked.map((form) => form['refresh_token'])).toEqual([undefined, 'refresh-1', undefined, 'refresh-3']);
    expect(await make().tokenFor('d')()).toBe('access-5');
  });

  it('are those of another process that has used the refresh token first, and has not stored the next one yet', async () => {
    const { make, meanwhile, asked, pauses } = world({ rotating: true, once: true });
    await make().keep('d', owner, 't');
    const stored = Promise.withResolvers<void>();
    const other: Promise<unknown>[] = [];
    meanwhile.judged = async () => {
      delete meanwhile.judged;
      const refused = Promise.withResolvers<void>();
      meanwhile.paused = async () => {
        delete meanwhile.paused;
        refused.resolve();
        await stored.promise;
      };
      other.push(make().tokenFor('d')());
      await refused.promise;
    };
    expect(await make().tokenFor('d')()).toBe('access-2');
    stored.resolve();
    expect(await Promise.all(other)).toEqual(['access-4']);
    expect(asked.map((form) => form['refresh_token'])).toEqual([undefined, 'refresh-1', 'refresh-1', 'refresh-2']);
    expect(pauses).toHaveLength(1);
  });

  it('are renewed once for all who ask a process at the same time', async () => {
    const { make, asked } = world({ rotating: true, once: true });
    await make().keep('d', owner, 't');
    const kept = make();
    const tokens = await Promise.all([1, 2, 3].map(() => kept.tokenFor('d')()));
    expect(tokens).toEqual(['access-2', 'access-2', 'access-2']);
    expect(asked).toHaveLength(2);
    expect(await kept.tokenFor('d')({ fresh: true })).toBe('access-3');
  });

  it('are refused once nobody else has renewed them for some seconds', async () => {
    const { make, state, pauses } = world({ rotating: true });
    await make().keep('d', owner, 't');
    state.revoked = true;
    await expect(make().tokenFor('d')()).rejects.toMatchObject({ name: 'ForbiddenError' });
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(3_000);
  });

  it('are none when they were withdrawn while they were renewed', async () => {
    const { make, meanwhile, stored } = world({ rotating: true });
    await make().keep('d', owner, 't');
    meanwhile.judged = async () => void stored.delete('d');
    expect(await make().tokenFor('d')()).toBeUndefined();
    expect(stored.size).toBe(0);
  });

  it('of one deployment open for no other', async () => {
    const { make, stored } = world();
    await make().keep('d', owner, 't');
    stored.set('e', stored.get('d') ?? '');
    await expect(make().tokenFor('e')()).rejects.toMatchObject({ name: 'ForbiddenError' });
  });

  it('say what is wrong when the issuer withdrew them, or the key was changed', async () => {
    const { make, state } = world();
    await make().keep('d', owner, 't');
    state.revoked = true;
    await expect(make().tokenFor('d')()).rejects.toThrow('does not let this service act for the user (invalid_grant)');
    state.key = randomBytes(32).toString('base64');
    await expect(make().tokenFor('d')()).rejects.toThrow('or the encryptionKey');
  });

  it('need no encryptionKey where KMS seals, and say so where it does not', async () => {
    const { make, state } = world();
    state.key = '';
    await expect(make().keep('d', owner, 't')).rejects.toThrow('needs an encryptionKey');
    const plain: Envelope = { seal: async (_, text) => `kms.${text}`, unseal: async (_, text) => text.slice(4) };
    await make(plain).keep('d', owner, 't');
    expect(await make(plain).tokenFor('d')()).toBe('access-2');
  });

  it('are none for issuers without an exchange, and for deployments that kept none', async () => {
    const { make, stored, asked } = world();
    await make().keep('d', { issuer: 'https://other.example', subject: 'bob' }, 't');
    expect([stored.size, asked.length]).toEqual([0, 0]);
    expect(await make().tokenFor('d')()).toBeUndefined();
  });
});

describe('what was entrusted', () => {
  it('is revoked at its issuer when it is withdrawn, and as often as that is asked for', async () => {
    const { make, revoked, warnings } = world();
    await make().keep('d', owner, 't');
    await make().revoke('d');
    await make().revoke('d');
    expect(revoked).toEqual(['refresh-1', 'refresh-1']);
    expect(warnings).toEqual([]);
  });

  it('is not used any more by the process that withdrew it', async () => {
    const { make } = world();
    const kept = make();
    await kept.keep('d', owner, 't');
    await kept.revoke('d');
    await expect(kept.tokenFor('d')()).rejects.toMatchObject({ name: 'ForbiddenError' });
  });

  it('is not revoked when the issuer answers something newer with the same', async () => {
    const { make, revoked } = world({ steady: true });
    await make().keep('d', owner, 't');
    await make().keep('d', owner, 't');
    expect(revoked).toEqual([]);
  });

  it('is revoked when the owner entrusts something newer', async () => {
    const { make, revoked } = world({ rotating: true });
    await make().keep('d', owner, 't');
    await make().keep('d', owner, 't');
    expect(revoked).toEqual(['refresh-1']);
    expect(await make().tokenFor('d')()).toBe('access-3');
  });

  it('and cannot be revoked, or read, is a line in the log and no more', async () => {
    const { make, state, stored, warnings } = world({ rotating: true });
    await make().keep('d', owner, 't');
    state.revocationStatus = 500;
    await make().revoke('d');
    expect(warnings).toEqual([expect.stringMatching(/^d: its owner's token was not revoked: .* answered 500/)]);
    stored.set('d', `${issuer} ${seal(randomBytes(32), 'd', 'x')}`);
    await make().revoke('d');
    await make().keep('d', owner, 't');
    expect(warnings.slice(1)).toEqual([
      expect.stringContaining('cannot be decrypted'),
      expect.stringContaining('cannot be decrypted'),
    ]);
    expect(warnings.join()).not.toContain('refresh-');
  });

  it('by nobody is not looked for', async () => {
    const { make, revoked } = world();
    await make().revoke('d');
    expect(revoked).toEqual([]);
  });
});

describe('ownersToken', () => {
  const tokenFor = (id: string) => async () => `token of ${id}`;

  it('is that of the deployment in hand, also when steps run side by side', async () => {
    const token = ownersToken({ tokenFor });
    const step = (id: string) => onBehalfOf(id, () => new Promise(setImmediate).then(() => token()));
    expect(await Promise.all([step('a'), step('b')])).toEqual(['token of a', 'token of b']);
  });

  it('is none outside of a step', async () => {
    expect(await ownersToken({ tokenFor })()).toBeUndefined();
  });
});
