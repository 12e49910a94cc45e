import { describe, expect, it } from 'vitest';
import { infrastructureManager } from '../../../src/adapters/infrastructure-manager/infrastructure-manager.ts';
import { sessions } from '../../../src/adapters/infrastructure-manager/session.ts';
import { ProviderFailedError } from '../../../src/foundation/errors.ts';
import { json, refusal } from '../../fixtures/im/replies.ts';
import { submission } from '../../support/submission.ts';

type Asked = { readonly fresh?: boolean; readonly creating?: boolean } | undefined;

/** A server that takes only some tokens, and an owner whose token may be renewed. */
const server = (takes: readonly string[], tokens: readonly string[], refused = refusal(401, 'no such user')) => {
  const sent: string[] = [];
  const asked: Asked[] = [];
  const session = sessions({
    url: 'https://im.example.org',
    authorization: async (_, options) => {
      asked.push(options);
      const token = tokens[Math.min(asked.length, tokens.length) - 1] ?? '';
      return [{ type: 'InfrastructureManager', token }];
    },
    fetch: async (_, init) => {
      const { token } = JSON.parse(new Headers(init?.headers).get('authorization') ?? '')[0];
      sent.push(token);
      return takes.includes(token) ? json({}) : refused.clone();
    },
  });
  return { sent, asked, session };
};

const request = { method: 'GET', path: '/infrastructures' } as const;

describe('a call whose token is refused', () => {
  it('is repeated once with a fresh one', async () => {
    const { sent, asked, session } = server(['fresh-token'], ['stale-token', 'fresh-token']);
    const one = await session('ost', { creating: true });
    await one.send('create', request);
    expect(sent).toEqual(['stale-token', 'fresh-token']);
    expect(asked).toEqual([{ creating: true }, { creating: true, fresh: true }]);
    // and the calls after it start with that one
    await one.send('list', request);
    expect(sent.at(-1)).toBe('fresh-token');
    expect(one.lines).toEqual([{ type: 'InfrastructureManager', token: 'fresh-token' }]);
  });

  it('is repeated where a 400 has the words of such a refusal', async () => {
    const refused = refusal(400, 'Invalid InfrastructureManager credentials');
    const { sent, session } = server(['fresh-token'], ['stale-token', 'fresh-token'], refused);
    await (await session('ost')).send('infrastructure', request);
    expect(sent).toEqual(['stale-token', 'fresh-token']);
  });

  it('is not repeated a second time: a user’s own token is final for a creation alone', async () => {
    for (const [call, name] of [
      ['create', 'ProviderFailedError'],
      ['infrastructure', 'ProviderUnavailableError'],
    ] as const) {
      const { sent, session } = server([], ['stale-token', 'fresh-token', 'third-token']);
      await expect((await session('ost')).send(call, request)).rejects.toMatchObject({ name });
      expect(sent).toEqual(['stale-token', 'fresh-token']);
    }
  });

  it('is not repeated with the same credentials, which are those of this service', async () => {
    const { sent, asked, session } = server([], ['password']);
    await expect((await session('ost')).send('create', request)).rejects.toMatchObject({
      ...{ name: 'ProviderUnavailableError', outageCause: 'credentials-refused' },
    });
    expect(sent).toEqual(['password']);
    expect(asked).toEqual([undefined, { fresh: true }]);
  });

  it.each([403, 404, 409, 500])('is not one that is answered %i', async (status) => {
    const { sent, asked, session } = server([], ['stale-token', 'fresh-token'], refusal(status, 'no'));
    await expect((await session('ost')).send('infrastructure', request)).rejects.toBeInstanceOf(Error);
    expect([sent, asked]).toEqual([['stale-token'], [undefined]]);
  });
});

describe('the credentials of a creation', () => {
  it('are asked for as such, and those of another call are not', async () => {
    const asked: Asked[] = [];
    const im = infrastructureManager({
      url: 'https://im.example.org',
      authorization: async (_, options) => {
        asked.push(options);
        return [{ type: 'InfrastructureManager', token: 't' }];
      },
      fetch: async () => json({ uri: 'https://im.example.org/infrastructures/x' }),
    })('ost');
    await im.create(submission(''));
    await im.destroy('x');
    expect(asked).toEqual([{ creating: true }, undefined]);
  });
});

describe('credentials that cannot be sent', () => {
  /** A line that the form of a server before 1.19.1 cannot hold. */
  const unsendable = (creating: boolean) =>
    sessions({
      url: 'https://im.example.org',
      authorizationForm: 'lines',
      authorization: async () => [{ type: 'OpenStack', password: 'with a\nline break; and = more \\n' }],
      fetch: async () => json({}),
    })('ost', { creating }).then((one) => one.send(creating ? 'create' : 'infrastructure', request));

  it('end a creation, and are an outage for what stands already', async () => {
    const failed = await unsendable(true).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ProviderFailedError);
    expect(await unsendable(false).catch((error: unknown) => error)).toMatchObject({
      ...{ name: 'ProviderUnavailableError', outageCause: 'credentials-refused', message: (failed as Error).message },
    });
  });
});
