import { describe, expect, it } from 'vitest';
import { adopter } from '../../../src/adapters/infrastructure-manager/adopter.ts';
import type { AuthorizationLine } from '../../../src/adapters/infrastructure-manager/authorization.ts';
import { json, refusal } from '../../fixtures/im/replies.ts';

const id = 'f8638e34-e4f9-11f1-9f80-02fc00000001';
const at = `https://im.example.org/infrastructures/${id}`;
const token = 'olgas.token.x';
const own: AuthorizationLine = { type: 'InfrastructureManager', username: 'service', password: 'pass;word' };

interface Asked {
  readonly call: string;
  readonly lines: readonly AuthorizationLine[];
  readonly body: unknown;
}

const machine = {
  ...{ im_id: 0, id: 'vm-1', last_update: 1, destroy: false, state: 'configured' },
  cloud: { type: 'OpenStack', server: 'keystone.example.org' },
  info: "system web (\n cpu.count = 2 and\n state = 'configured'\n)",
};

/** `owners`: usernames, or tokens, for which it is listed. */
const manager = (owners: readonly string[], answers: Readonly<Record<string, () => Response>> = {}, line = own) => {
  const asked: Asked[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const call = `${init?.method} ${`${input}`.replace('https://im.example.org', '').replace(id, 'I')}`;
    const lines: readonly AuthorizationLine[] = JSON.parse(new Headers(init?.headers).get('authorization') ?? '[]');
    asked.push({ call, lines, body: init?.body });
    const answer = answers[call];
    if (answer) return answer();
    const isOwner = owners.includes(lines[0]?.['username'] ?? lines[0]?.['token'] ?? '');
    if (call === 'GET /infrastructures') return json({ 'uri-list': isOwner ? [{ uri: at }] : [] });
    if (!isOwner) return refusal(403, 'Access to this infrastructure not granted.');
    if (call === 'GET /infrastructures/I/tosca') return json({ tosca: 'metadata: {infra_name: mine}' });
    if (call === 'GET /infrastructures/I/data')
      return json({ data: JSON.stringify({ vm_list: [JSON.stringify(machine)] }) });
    return new Response('');
  };
  const port = adopter({
    ...{ url: 'https://im.example.org', providerId: 'ost', fetch },
    ownLine: async () => line,
  });
  return { port, asked };
};

const olgas = async () => token;

describe('what the token of a caller lists', () => {
  it('is read with that token alone, as the manager remembers it, and asks no cloud', async () => {
    const { port, asked } = manager([token]);
    const found = await port.find(id, olgas);
    expect(found).toMatchObject({
      ...{ isCallers: true, name: 'mine' },
      inspection: {
        machines: [
          {
            id: '0',
            node: 'web',
            state: 'configured',
            cloudId: 'OpenStack keystone.example.org vm-1',
            cloudServer: 'keystone.example.org',
          },
        ],
      },
    });
    expect(asked[0]).toMatchObject({ call: 'GET /infrastructures', lines: [{ type: 'InfrastructureManager', token }] });
    for (const { lines } of asked) expect(lines).toEqual([{ type: 'InfrastructureManager', token }]);
    expect(asked.map(({ call }) => call)).toEqual([
      ...['GET /infrastructures', 'GET /infrastructures/I/tosca', 'GET /infrastructures/I/data'],
    ]);
  });

  it('is owned by the service too, which tells the manager its name and password', async () => {
    const { port, asked } = manager([token]);
    await port.own(id, olgas);
    expect(asked).toEqual([
      {
        call: 'POST /infrastructures/I/authorization',
        lines: [{ type: 'InfrastructureManager', token }],
        body: JSON.stringify({ username: 'service', password: 'pass;word' }),
      },
    ]);
  });

  it('needs no other owner where the service works with tokens of its users', async () => {
    const { port, asked } = manager([token], {}, { type: 'InfrastructureManager' });
    await port.own(id, olgas);
    expect(asked).toEqual([]);
  });
});

describe('what is given to another owner', () => {
  const to = 'mias.token.x';
  const nameless: AuthorizationLine = { type: 'InfrastructureManager' };

  it('lets the new one in by the token of the one before, who is then taken out by that of the new one', async () => {
    const { port, asked } = manager([token, to], {}, nameless);
    await port.share(id, olgas, to);
    await port.leave(id, to);
    expect(asked).toEqual([
      {
        call: 'POST /infrastructures/I/authorization',
        lines: [{ type: 'InfrastructureManager', token }],
        body: JSON.stringify({ token: to }),
      },
      {
        call: 'POST /infrastructures/I/authorization?overwrite=true',
        lines: [{ type: 'InfrastructureManager', token: to }],
        body: JSON.stringify({ token: to }),
      },
    ]);
  });

  it('stays the service’s own where that works in its own name', async () => {
    const { port, asked } = manager([token, to]);
    await port.share(id, () => Promise.reject(new Error('asked')), to);
    await port.leave(id, to);
    expect(asked).toEqual([]);
  });

  it('needs nothing from who is an owner already, or where nobody has entrusted anything', async () => {
    const { port, asked } = manager([token, to], {}, nameless);
    await port.share(id, async () => to, to);
    await port.share(id, async () => undefined, to);
    expect(asked).toEqual([]);
  });

  it('shows nothing of the token when the manager refuses it', async () => {
    const answers = { 'POST /infrastructures/I/authorization': () => refusal(400, `bad data: ${to}`) };
    const error = await manager([token], answers, nameless)
      .port.share(id, olgas, to)
      .catch((thrown: Error) => thrown);
    expect(`${error} ${JSON.stringify(error)} ${error instanceof Error ? error.cause : ''}`).not.toContain(to);
    expect(`${error}`).toContain('did not take another owner');
  });
});

describe('what it does not list', () => {
  it('is found where the service owns it, and is not the caller’s', async () => {
    expect(await manager(['service']).port.find(id, olgas)).toMatchObject({ isCallers: false, name: 'mine' });
    expect(await manager(['service']).port.find(id, undefined)).toMatchObject({ isCallers: false });
  });

  it('is not there where nobody here owns it, also if it goes while it is read', async () => {
    expect(await manager([]).port.find(id, olgas)).toBeUndefined();
    const gone = {
      'GET /infrastructures/I/tosca': () => refusal(404, 'Invalid infrastructure ID or access not granted.'),
    };
    expect(await manager([token], gone).port.find(id, olgas)).toBeUndefined();
  });

  it.each([
    ['that has ended', 401, 'Invalid InfrastructureManager credentials. OIDC auth Token expired.'],
    ['that is none', 400, 'Error trying to decode OIDC auth token: list index out of range'],
  ])('is not the caller’s with a token %s', async (_, status, words) => {
    let calls = 0;
    const answers = {
      'GET /infrastructures': () => {
        calls += 1;
        return calls <= 2 ? refusal(status, words) : json({ 'uri-list': [] });
      },
    };
    expect(await manager(['service'], answers).port.find(id, olgas)).toBeUndefined();
  });

  it('is not known while the manager does not answer', async () => {
    const away = { 'GET /infrastructures': () => new Response('', { status: 502 }) };
    await expect(manager([token], away).port.find(id, olgas)).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
    });
  });
});

it('refuses what was made from RADL, and does not show it to others', async () => {
  const answers = {
    'GET /infrastructures/I/tosca': () =>
      refusal(403, "'tosca' infrastructure property is not valid in this infrastructure"),
  };
  expect(await manager(['service'], answers).port.find(id, olgas)).toBeUndefined();
  await expect(manager([token], answers).port.find(id, olgas)).rejects.toThrow('it was made from RADL');
});

it.each([400, 500])('shows nothing of the password when the manager refuses it with %i', async (status) => {
  const answers = { 'POST /infrastructures/I/authorization': () => refusal(status, 'bad data: service pass;word') };
  const error = await manager([token], answers)
    .port.own(id, olgas)
    .catch((thrown: Error) => thrown);
  expect(`${error}`).toContain('did not take another owner');
  expect(`${error} ${JSON.stringify(error)} ${error instanceof Error ? error.cause : ''}`).not.toContain('pass;word');
});
