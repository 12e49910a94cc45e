import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAuthorization } from '../../../local/sandbox/im/authorization.ts';
import { startSandbox } from '../../../local/sandbox/start.ts';
import { alice, bob, cloudLine, type TestSandbox, testSandbox } from './client.ts';
import { plain } from './templates.ts';

describe('the authorization header', () => {
  const values: readonly (readonly [string, string, string])[] = [
    ['a bare value, trimmed', 'type = X; password =  p ', 'p'],
    ['a semicolon in double quotes', 'type = X; password = "a;b"', 'a;b'],
    ['an equals sign in single quotes', "type = X; password = 'a=b'", 'a=b'],
    ['the other quote inside', 'type = X; password = "a\'b"', "a'b"],
    ['pieces with both quotes, joined', `type = X; password = "a'b"'"c'`, `a'b"c`],
    ['a line break as two backslashes and n', 'type = X; password = "a\\\\nb"', 'a\nb'],
    ['an empty quoted value', 'type = X; password = ""', ''],
  ];
  for (const [name, header, password] of values) {
    it(`reads ${name}`, () => expect(parseAuthorization(header)).toEqual([{ type: 'X', password }]));
  }

  it('is split at backslash-n, without blank lines and remarks', () => {
    expect(parseAuthorization('type = A\\n\\n# no\\nid = b; type = B')).toEqual([
      { type: 'A' },
      { id: 'b', type: 'B' },
    ]);
  });

  it('loses the rest of a line after an unquoted equals sign', () => {
    expect(parseAuthorization('type = InfrastructureManager; password = a=b; username = u')).toEqual([
      { type: 'InfrastructureManager' },
    ]);
  });

  it('is read as JSON when it is a list', () => {
    const lines = [alice, { id: 'd', type: 'Dummy' }];
    expect(parseAuthorization(JSON.stringify(lines))).toEqual(lines);
    expect(parseAuthorization('[{"type":"A","password":"a\\u000ab"}]')).toEqual([{ type: 'A', password: 'a\nb' }]);
  });

  it('is no JSON any more with an escaped line break, as the IM splits first', () => {
    expect(() => parseAuthorization('[{"type":"A","password":"a\\nb"}]')).toThrow('No authentication data provided');
  });

  it('is refused with an id that is none', () => {
    for (const id of ['1bad', 'bad id', '']) {
      expect(() => parseAuthorization(JSON.stringify([{ id, type: 'Dummy' }]))).toThrow(
        'No authentication data provided',
      );
    }
  });
});

describe('credentials', () => {
  let im: TestSandbox;
  beforeAll(async () => {
    im = await testSandbox();
  });
  afterAll(() => im.sandbox.stop());

  const message = (text: string, code: number): object => ({ status: code, json: { message: text, code } });

  it('are asked for', async () => {
    const refused = message('No authentication data provided', 401);
    expect(await im.call('GET', '/infrastructures', { lines: null })).toMatchObject(refused);
    expect(await im.call('GET', '/infrastructures/x/state', { lines: null })).toMatchObject(refused);
  });

  it('need the line of the IM: 401, and 400 where one infrastructure is concerned', async () => {
    const missing = 'No credentials provided for the InfrastructureManager.';
    expect(await im.call('GET', '/infrastructures', { lines: 'garbage' })).toMatchObject(
      message(`Error Getting Inf. List: ${missing}`, 401),
    );
    expect(await im.call('POST', '/infrastructures', { lines: 'id = x; type = Dummy', body: plain })).toMatchObject(
      message(`Error Creating Inf. info: ${missing}`, 401),
    );
    expect(await im.call('GET', '/infrastructures/x/state', { lines: 'Bearer abc' })).toMatchObject(
      message(`Error Getting Inf. prop: ${missing}`, 400),
    );
  });

  it('come after the template: a bad one is told first', async () => {
    expect((await im.call('POST', '/infrastructures', { lines: 'garbage', body: 'a: [1' })).status).toBe(400);
  });

  it('of another identity open nothing', async () => {
    const id = await im.create(plain);
    const others = [[bob], [{ ...alice, password: 'wrong' }]];
    for (const lines of others) {
      expect(await im.call('GET', `/infrastructures/${id}/state`, { lines })).toMatchObject(
        message('Error Getting Inf. prop: Access to this infrastructure not granted.', 403),
      );
      expect((await im.call('DELETE', `/infrastructures/${id}`, { lines })).status).toBe(403);
    }
    expect((await im.call('GET', '/infrastructures', { lines: [bob] })).json).toEqual({ 'uri-list': [] });
    expect((await im.call('GET', `/infrastructures/${id}/state`, { lines: [alice] })).status).toBe(200);
  });

  it('choose the cloud: the first line that names one, by id or by host', async () => {
    const [a, b] = ['sandbox-a', 'sandbox-b'].map((id) => cloudLine(im.sandbox, id)) as [
      Record<string, string>,
      Record<string, string>,
    ];
    const cloudOf = async (lines: Record<string, string>[]): Promise<unknown> => {
      const id = await im.create(plain, { lines: [alice, ...lines] });
      im.pass(3);
      return (await im.call('GET', `/infrastructures/${id}/vms/0/provider.host`)).json;
    };
    expect(await cloudOf([b, a])).toEqual({ 'provider.host': 'sandbox-b.internal' });
    expect(await cloudOf([{ id: 'other', type: 'OpenStack', host: 'https://elsewhere.example' }, a])).toEqual({
      'provider.host': 'sandbox-a.internal',
    });
    expect(await cloudOf([{ ...b, id: 'mine' }])).toEqual({ 'provider.host': 'sandbox-b.internal' });
    expect(await cloudOf([{ type: 'Dummy', host: 'sandbox-b' }])).toEqual({ 'provider.host': 'sandbox-b.internal' });
  });

  it('for no cloud that there is fail the create', async () => {
    const unknown = [alice, { id: 'elsewhere', type: 'OpenStack', host: 'https://elsewhere.example' }];
    expect(await im.call('POST', '/infrastructures', { lines: unknown, body: plain })).toMatchObject(
      message("Error Creating Inf.: No VMI obtained from Sites to system 'server'", 400),
    );
    const id = await im.create(plain, { lines: unknown });
    expect(await im.state(id)).toEqual({ state: { state: 'failed', vm_states: {} } });
  });

  it('of the cloud are needed to destroy, and must be right', async () => {
    const id = await im.create(plain);
    im.pass(3);
    const wrong = { ...cloudLine(im.sandbox, 'sandbox-a'), password: 'wrong' };
    expect((await im.call('DELETE', `/infrastructures/${id}`, { lines: [alice] })).text).toContain(
      'No auth data has been specified to OpenStack.',
    );
    expect((await im.call('DELETE', `/infrastructures/${id}`, { lines: [alice, wrong] })).text).toContain(
      '401 Unauthorized',
    );
    expect((await im.call('DELETE', `/infrastructures/${id}`)).status).toBe(200);
  });
});

describe('a token in the line of the IM', () => {
  let im: TestSandbox;
  beforeAll(async () => {
    im = await testSandbox();
  });
  afterAll(() => im.sandbox.stop());
  const line = (token: string): Record<string, string>[] => [
    { type: 'InfrastructureManager', token },
    cloudLine(im.sandbox, 'sandbox-a'),
  ];

  it('makes the subject the owner, whichever token of theirs is sent', async () => {
    const [first, second] = await Promise.all([
      im.sandbox.token({ subject: 'u1' }),
      im.sandbox.token({ subject: 'u1', groups: ['g'] }),
    ]);
    const other = await im.sandbox.token({ subject: 'u2' });
    const id = await im.create(plain, { lines: line(first) });
    const owner = await im.call('GET', `/infrastructures/${id}/authorization`, { lines: line(second) });
    expect(owner.json).toEqual({ authorization: ['__OPENID__u1'] });
    expect((await im.call('GET', `/infrastructures/${id}/state`, { lines: line(other) })).status).toBe(403);
  });

  const cases: readonly (readonly [string, () => Promise<string>, number, string])[] = [
    ['opaque', async () => 'abcdef', 400, 'Error trying to decode OIDC auth token: list index out of range'],
    ['expired', () => im.sandbox.token({ expiresInSeconds: -60 }), 401, 'OIDC auth Token expired.'],
    ['forged', async () => `${(await im.sandbox.token()).slice(0, -8)}AAAAAAAA`, 401, 'invalid_token'],
    ['another issuer’s', foreignToken, 401, 'Issuer not accepted.'],
  ];
  for (const [name, token, status, words] of cases) {
    it(`is refused when it is ${name}: ${status} on the list, 400 below`, async () => {
      const lines = line(await token());
      const list = await im.call('GET', '/infrastructures', { lines });
      expect(list.status).toBe(status);
      expect(list.text).toContain(words);
      expect((await im.call('GET', '/infrastructures/x/state', { lines })).status).toBe(400);
    });
  }

  async function foreignToken(): Promise<string> {
    const other = await startSandbox({ imPort: 0, issuerPort: 0 });
    const token = await other.token();
    await other.stop();
    return token;
  }
});

describe('the owners of an infrastructure', () => {
  let im: TestSandbox;
  beforeAll(async () => {
    im = await testSandbox();
  });
  afterAll(() => im.sandbox.stop());

  const made = async () => {
    const path = `/infrastructures/${await im.create(plain)}`;
    const add = (body: unknown, query = '', as: Record<string, string> = alice) =>
      im.call('POST', `${path}/authorization${query}`, {
        ...{ body: JSON.stringify(body), headers: { 'content-type': 'application/json' }, lines: [as] },
      });
    const owners = async (as = alice) => (await im.call('GET', `${path}/authorization`, { lines: [as] })).json;
    return { path, add, owners };
  };
  const bobs = { username: 'bob', password: 'secret' };

  it('are one more, none twice, each with all rights', async () => {
    const { path, add, owners } = await made();
    expect(await add(bobs)).toMatchObject({ status: 200, text: '' });
    expect(await add(bobs)).toMatchObject({ status: 200 });
    expect(await owners()).toEqual({ authorization: ['alice', 'bob'] });
    expect((await im.call('GET', '/infrastructures', { lines: [bob] })).text).toContain(path);
    expect(await add(bobs, '?overwrite=true', bob)).toMatchObject({ status: 200 });
    expect(await owners(bob)).toEqual({ authorization: ['bob'] });
    expect((await im.call('GET', `${path}/state`, { lines: [alice] })).status).toBe(403);
  });

  it('may have a token instead of a name', async () => {
    const { add, owners } = await made();
    expect((await add({ token: await im.sandbox.token({ subject: 'u1' }) })).status).toBe(200);
    expect(await owners()).toEqual({ authorization: ['alice', '__OPENID__u1'] });
  });

  it('are added by an owner only, and only with an identity', async () => {
    const { add, owners } = await made();
    expect((await add(bobs, '', bob)).status).toBe(403);
    expect((await add({})).status).toBe(400);
    expect((await add(bobs, '?overwrite=maybe')).status).toBe(400);
    expect(await owners()).toEqual({ authorization: ['alice'] });
  });
});
