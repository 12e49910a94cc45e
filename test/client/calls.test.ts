import { describe, expect, it } from 'vitest';
import { timer } from '../../client/calls.ts';
import { collected, Toscanini, ToscaniniError } from '../../client/index.ts';
import { json, type Reply, refusal, scripted } from './answers.ts';

const client = (...replies: readonly Reply[]) => {
  const service = scripted(...replies);
  return { ...service, toscanini: new Toscanini(service.options) };
};

const failing = async (call: Promise<unknown>): Promise<ToscaniniError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ToscaniniError) return error;
  throw new Error(`no ToscaniniError but ${error}`);
};

describe('a request', () => {
  it('is sent below the base address, with the token of this moment', async () => {
    const { toscanini, asked } = client(json({ uuid: 'd1' }));
    expect(await toscanini.deployment('d1')).toEqual({ uuid: 'd1' });
    expect(asked).toMatchObject([
      { method: 'GET', path: '/base/deployments/d1', headers: { authorization: 'Bearer token-of-the-user' } },
    ]);
    expect(asked[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('waits for an issuer that gives no token now, as it does for the service', async () => {
    const { options, asked } = scripted(json({ uuid: 'd1' }));
    const silent = new ToscaniniError('the issuer does not answer', { name: 'SilentIssuerError' });
    const tokens = [() => Promise.reject(silent), async () => 'renewed'];
    const toscanini = new Toscanini({ ...options, token: () => tokens.shift()?.() });
    expect(await toscanini.deployment('d1')).toEqual({ uuid: 'd1' });
    expect(asked).toMatchObject([{ headers: { authorization: 'Bearer renewed' } }]);
  });

  it('carries no Authorization when there is no token', async () => {
    const { options, asked } = scripted(json({ name: 'toscanini', version: '1.0.0' }));
    await new Toscanini({ ...options, token: () => undefined }).info();
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['create', (one: Toscanini) => one.create({ template: 't' }), 'POST', '/base/deployments', { template: 't' }],
    ['update', (one: Toscanini) => one.update('d', { template: 't' }), 'PUT', '/base/deployments/d', { template: 't' }],
    ['delete', (one: Toscanini) => one.delete('d'), 'DELETE', '/base/deployments/d', undefined],
    [
      'delete by force',
      (one: Toscanini) => one.delete('d', { force: true }),
      'DELETE',
      '/base/deployments/d?force=true',
      undefined,
    ],
    ['reset', (one: Toscanini) => one.reset('d'), 'PATCH', '/base/deployments/d', { status: 'DELETE_FAILED' }],
    [
      'act',
      (one: Toscanini) => one.act('d', 'r', 'stop'),
      'POST',
      '/base/deployments/d/resources/r/actions',
      { type: 'stop' },
    ],
    [
      'plan',
      (one: Toscanini) => one.planCreation({ template: 't' }),
      'POST',
      '/base/deployments?dryRun=true',
      { template: 't' },
    ],
    [
      'change a schedule',
      (one: Toscanini) => one.changeSchedule('s', 'SUSPENDED'),
      'PATCH',
      '/base/schedules/s',
      { status: 'SUSPENDED' },
    ],
    ['delete a schedule', (one: Toscanini) => one.deleteSchedule('s'), 'DELETE', '/base/schedules/s', undefined],
  ])('%s carries a key of its own', async (_, call, method, path, body) => {
    const { toscanini, asked } = client(json({ uuid: 'd', candidates: [] }));
    await call(toscanini);
    await call(toscanini);
    expect(asked).toMatchObject([
      { method, path, headers: { 'idempotency-key': 'key-1' } },
      { method, path, headers: { 'idempotency-key': 'key-2' } },
    ]);
    expect(asked[0]?.body).toEqual(body);
  });
});

describe('a request without an answer', () => {
  it('is repeated under the same key, with growing pauses', async () => {
    const lost = new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
    const { toscanini, asked, pauses } = client(lost, refusal(503, 'later'), refusal(502, ''), json({ uuid: 'd1' }));
    expect(await toscanini.create({ template: 't' })).toEqual({ uuid: 'd1' });
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1', 'key-1', 'key-1']);
    expect(pauses).toEqual([500, 1_000, 2_000]);
  });

  it('waits as long as the service asks, but at most half a minute', async () => {
    const { toscanini, pauses } = client(
      refusal(429, 'slowly', { 'Retry-After': '7' }),
      refusal(503, 'paused', { 'Retry-After': '3600' }),
      json({ version: '1.0.0' }),
    );
    await toscanini.info();
    expect(pauses).toEqual([7_000, 30_000]);
  });

  it('tells the reason at once where a change is refused for minutes, such as by a pause', async () => {
    const { toscanini, asked, pauses } = client(
      refusal(503, 'paused: the network is mended', { 'Retry-After': '600' }),
    );
    const error = await failing(toscanini.create({ template: 't' }));
    expect(error.message).toContain('the network is mended');
    expect([asked.length, pauses]).toEqual([1, []]);
  });

  it('is given up after five tries, with the reason', async () => {
    const { toscanini, asked } = client(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }));
    const error = await failing(toscanini.info());
    expect(error).toMatchObject({ name: 'UnavailableError', status: undefined });
    expect(error.message).toBe('https://service.example does not answer: connect ECONNREFUSED');
    expect(asked).toHaveLength(5);
  });

  it('is not sent with a token that no header can hold, and the error does not show it', async () => {
    const { options, asked } = scripted(json({}));
    const error = await failing(new Toscanini({ ...options, token: () => 'secret\nof-alice' }).info());
    expect(error).toMatchObject({ name: 'UnauthenticatedError', message: expect.not.stringContaining('secret') });
    expect(asked).toEqual([]);
  });

  it('is given up in words of its own where a browser does not say why', async () => {
    const error = await failing(client(new TypeError('Failed to fetch')).toscanini.info());
    expect(error.message).toMatch(/does not answer: the network is gone, or something blocks the connection$/);
  });

  it('ends at once when the caller aborts', async () => {
    const aborting = new AbortController();
    const { options, asked } = scripted(() => {
      aborting.abort(new Error('enough'));
      return new TypeError('aborted');
    });
    const following = new Toscanini(options).follow('d', { signal: aborting.signal });
    await expect(collected(following)).rejects.toThrow('enough');
    expect(asked).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it.each([
    [400, 'InvalidError'],
    [401, 'UnauthenticatedError'],
    [403, 'ForbiddenError'],
    [404, 'NotFoundError'],
    [409, 'ConflictError'],
    [412, 'PreconditionFailedError'],
    [413, 'TooLargeError'],
    [418, 'UnexpectedAnswerError'],
    [500, 'UnavailableError'],
  ])('%i is %s, with the message of the service, and is not repeated', async (status, name) => {
    const { toscanini, asked } = client(refusal(status, 'say why', { 'x-request-id': 'r1' }));
    expect(await failing(toscanini.info())).toMatchObject({ name, status, message: 'say why', requestId: 'r1' });
    expect(asked).toHaveLength(1);
  });

  it('is still said when all tries are refused', async () => {
    const { toscanini } = client(refusal(429, 'too many'));
    expect(await failing(toscanini.info())).toMatchObject({ name: 'ThrottledError', message: 'too many' });
  });

  it('of something else shows what that said', async () => {
    const { toscanini } = client(new Response('<h1>Bad proxy</h1>', { status: 404 }));
    expect((await failing(toscanini.info())).message).toBe('https://service.example/base/info answered 404: Bad proxy');
  });

  it.each<[string, Response, string]>([
    ['404 of a proxy', new Response('<h1>default backend</h1>', { status: 404 }), 'UnexpectedAnswerError'],
    ['404 of another service', json({ message: 'no Route matched' }, { status: 404 }), 'UnexpectedAnswerError'],
    ['403 of a firewall', json({ message: 'Forbidden' }, { status: 403 }), 'UnexpectedAnswerError'],
    ['409 of a proxy', new Response('', { status: 409 }), 'UnexpectedAnswerError'],
    ['401 of a proxy', new Response('', { status: 401 }), 'UnauthenticatedError'],
    ['413 of a proxy', new Response('<h1>too large</h1>', { status: 413 }), 'TooLargeError'],
    ['502 of a proxy', new Response('<h1>bad gateway</h1>', { status: 502 }), 'UnavailableError'],
  ])('%s says nothing of what the service has', async (_, answer, name) => {
    const { toscanini } = client(answer);
    expect(await failing(toscanini.deployment('d'))).toMatchObject({ name, status: answer.status });
  });
});

describe('an answer of something else than the service', () => {
  const page = '<!doctype html>\n<html><head><title>Log in to the hotel</title></head></html>';
  const html = { headers: { 'content-type': 'text/html' } };

  it.each<[string, Response, (one: Toscanini) => Promise<unknown>]>([
    ['a page instead of JSON', new Response(page, html), (one) => one.deployment('d')],
    ['a page instead of a list', new Response(page, html), (one) => collected(one.deployments())],
    ['a page instead of a text', new Response(page, html), (one) => one.log('d')],
    ['a page instead of the rest of a text', new Response(page, html), (one) => one.logAfter('d', 'x')],
    ['a page instead of a view', new Response(page, html), (one) => one.view('d')],
    ['other JSON', json({ hello: 'world' }), (one) => one.info()],
    ['other JSON instead of a list', json({ hello: 'world' }), (one) => one.catalog()],
    ['other JSON instead of pages', json({ hello: 'world' }), (one) => collected(one.schedules())],
    ['null', json(null), (one) => one.configuration()],
    ['a list instead of one', json([]), (one) => one.me()],
    ['nothing', new Response(null), (one) => one.deployment('d')],
  ])('%s is an error that says so, and is no defect', async (_, answer, call) => {
    const error = await failing(call(client(answer).toscanini));
    expect(error.name).toBe('UnexpectedAnswerError');
    expect(error.message).toMatch(/^no Toscanini service answers here: .*; check the address of the service$/);
    expect(error.message).not.toContain('<');
  });

  it('that ends in the middle is asked for again', async () => {
    const cut = () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode('{"uuid"'));
            controller.error(new TypeError('terminated', { cause: new Error('other side closed') }));
          },
        }),
      );
    const { toscanini, asked } = client(cut, json({ uuid: 'd1' }));
    expect(await toscanini.deployment('d1')).toEqual({ uuid: 'd1' });
    expect(asked).toHaveLength(2);
  });
});

describe('a caller who has had enough', () => {
  const enough = new Error('enough');

  it('ends what reads at once', async () => {
    const aborting = new AbortController();
    const { options, asked } = scripted(() => {
      aborting.abort(enough);
      return new TypeError('aborted');
    });
    await expect(new Toscanini({ ...options, signal: aborting.signal }).info()).rejects.toThrow('enough');
    expect(asked).toHaveLength(1);
  });

  it('still gets the answer to a change on its way, but no further try', async () => {
    const aborting = new AbortController();
    const answers = [() => json({ uuid: 'd1' }), () => new TypeError('lost')];
    const { options, asked } = scripted(() => {
      aborting.abort(enough);
      return answers[asked.length - 1]?.() ?? new TypeError('none');
    });
    const one = new Toscanini({ ...options, signal: aborting.signal });
    expect(await one.create({ template: 't' })).toEqual({ uuid: 'd1' });
    await expect(one.create({ template: 't' })).rejects.toThrow('enough');
    expect(asked).toHaveLength(2);
  });

  it('is told why a request is sent again', async () => {
    const told: string[] = [];
    const { options } = scripted(refusal(503, 'the service is paused'), json({ version: '1' }));
    await new Toscanini({ ...options, onRepeat: ({ message }) => told.push(message) }).info();
    expect(told).toEqual(['the service is paused']);
  });
});

describe('the timer', () => {
  it('ends early when it is aborted', async () => {
    const aborting = new AbortController();
    const waiting = timer(1_000_000, aborting.signal);
    aborting.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(timer(1_000_000, aborting.signal)).rejects.toThrow('enough');
    await timer(0);
  });
});
