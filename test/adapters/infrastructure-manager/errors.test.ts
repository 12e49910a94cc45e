import { describe, expect, it } from 'vitest';
import { mask, wordsOf } from '../../../src/adapters/infrastructure-manager/errors.ts';
import { type Answer, refusal, scripted } from '../../fixtures/im/replies.ts';
import { submission } from '../../support/submission.ts';

const create = (answer: Answer) => scripted({ 'POST /infrastructures?async=true': answer }).im.create(submission(''));
const status = (answer: Answer) => scripted({ 'GET /infrastructures/x/state': answer }).im.status('x');
const destroy = (answer: Answer) => scripted({ 'DELETE /infrastructures/x?async=true': answer }).im.destroy('x');

const expired = 'Error Getting Inf. prop: Invalid InfrastructureManager credentials. OIDC auth Token expired.';
const opaque = 'Error Getting Inf. prop: Error trying to decode OIDC auth token: list index out of range';

describe('a refusal', () => {
  it.each([
    [
      'no credentials, 401',
      () => create(refusal(401, 'No authentication data provided')),
      'ProviderUnavailableError',
      /refused the credentials of this service/,
    ],
    ['an opaque token, 400', () => create(refusal(400, opaque)), 'ProviderUnavailableError', /refused the credentials/],
    [
      'a template that speaks of credentials, 400',
      () => create(refusal(400, 'unknown field "credentials" in os_users')),
      'ProviderFailedError',
      /unknown field/,
    ],
    ['too many requests, 429', () => create(refusal(429, 'slow down')), 'ProviderUnavailableError', /429.*slow down/],
    [
      'read-only, 403',
      () => create(refusal(403, 'Function currently disabled.')),
      'ProviderUnavailableError',
      /refused the credentials of this service: Function/,
    ],
    [
      'a cloud error, 400',
      () => create(refusal(400, "No VMI obtained from Sites to system 'x'")),
      'ProviderFailedError',
      /No VMI obtained/,
    ],
    [
      'another media type, 415',
      () => create(refusal(415, 'Unsupported Media Type')),
      'ProviderFailedError',
      /Unsupported Media Type/,
    ],
    [
      'somebody else’s, 403',
      () => status(refusal(403, 'Access to this infrastructure not granted.')),
      'ProviderUnavailableError',
      /not granted/,
    ],
    [
      'outputs of what has none, 403',
      () => status(refusal(403, "'outputs' infrastructure property is not valid in this infrastructure")),
      'ProviderFailedError',
      /not valid/,
    ],
    [
      'expired while following, 400',
      () => status(refusal(400, expired)),
      'ProviderUnavailableError',
      /refused the credentials of this service: .*expired/,
    ],
    [
      'issuer away while following, 401',
      () => status(refusal(401, expired)),
      'ProviderUnavailableError',
      /refused the credentials/,
    ],
    [
      'expired at destruction, 400',
      () => destroy(refusal(400, expired)),
      'ProviderUnavailableError',
      /refused the credentials/,
    ],
    [
      'unknown infrastructure',
      () => status(refusal(404, 'Invalid infrastructure ID')),
      'NotFoundError',
      /Invalid infrastructure ID/,
    ],
    ['busy', () => destroy(refusal(409, 'Invalid State')), 'NotReadyError', /Invalid State/],
    ['a 404 on create', () => create(refusal(404, 'no')), 'ProviderUnavailableError', /is its address right/],
    [
      'a server error',
      () => create(refusal(500, 'Incorrect value')),
      'ProviderUnavailableError',
      /500.*Incorrect value/,
    ],
    [
      'a gateway',
      () => status(new Response('<html>bad gateway</html>', { status: 502 })),
      'ProviderUnavailableError',
      /answered 502 to GET/,
    ],
    [
      'a redirect',
      () => status(new Response('', { status: 307, headers: { location: '/' } })),
      'ProviderUnavailableError',
      /answered 307/,
    ],
  ])('%s', async (_, run, name, message) => {
    await expect(run()).rejects.toMatchObject({ name, message: expect.stringMatching(message) });
  });

  it('keeps the partner’s name when nobody answers', async () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    });
    await expect(status(refused)).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      message: expect.stringMatching(/^Infrastructure Manager: no answer .*ECONNREFUSED/),
    });
  });

  it('never shows a credential, however the server quotes it', async () => {
    const quoted = refusal(400, 'cannot log in with "battery staple" as {\\"password\\": \\"correct horse\\"}');
    const error = await create(quoted).catch((caught: Error) => caught.message);
    expect(error).toMatch(/cannot log in with "\*{8}"/);
    expect(error).not.toMatch(/horse|staple/);
  });
});

describe('the words of an error body', () => {
  it.each([
    ['JSON with message', JSON.stringify({ message: 'said so', code: 400 }), 'said so'],
    ['JSON with detail', JSON.stringify({ detail: 'Not Found' }), 'Not Found'],
    [
      'a list of details',
      JSON.stringify({ detail: [{ loc: ['query', 'async'], msg: 'not a boolean' }, 'odd'] }),
      'not a boolean (query.async); "odd"',
    ],
    ['plain text', 'Error Getting Inf. prop: no\n', 'Error Getting Inf. prop: no'],
    ['HTML', '<html><body>504</body></html>', ''],
    ['HTML after blanks', '\n  <html></html>', ''],
    ['JSON after blanks', '\n  {"message":"said so"}', 'said so'],
    ['JSON with another kind of message', '{"message":{"a":1}}', '{"a":1}'],
    [
      'a list of details without a place',
      '{"detail":[{"msg":"wrong"},{"msg":"bad","loc":"x"},null,7]}',
      'wrong; bad; null; 7',
    ],
    ['a list', '[{"message":"x"}]', '[{"message":"x"}]'],
    ['nothing', '', ''],
    ['JSON that was cut off', '{"message": "half', '{"message": "half'],
    ['a stack trace', 'bad type\n\t\tFile /usr/lib/im.py, line 3, in main\n\t\t\tmain()', 'bad type'],
    ['a quoted stack trace', 'bad type\n  File "/usr/lib/im.py", line 3', 'bad type'],
  ])('are found in %s', (_, body, words) => {
    expect(wordsOf(body)).toBe(words);
  });

  it('are cut after 2,000 characters', () => {
    expect(wordsOf('x'.repeat(3000))).toHaveLength(2000);
  });
});

describe('a refusal by the words of one', () => {
  const words = 'OIDC auth token expired';

  it.each([
    [400, 'ProviderUnavailableError', /^the Infrastructure Manager refused the credentials/],
    [422, 'ProviderFailedError', /^the Infrastructure Manager refused: /],
    [500, 'ProviderUnavailableError', /answered 500/],
  ])('counts with status 400 only: %i', async (code, name, message) => {
    const error = await status(refusal(code, words)).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name, message: expect.stringMatching(message), cause: { status: code } });
  });

  it.each([404, 401])('keeps the cause for the log: %i', async (code) => {
    await expect(status(refusal(code, words))).rejects.toMatchObject({ cause: { status: code } });
    await expect(create(new Response('', { status: code }))).rejects.toMatchObject({ cause: { status: code } });
  });

  it('without words is told by the answer alone', async () => {
    await expect(status(new Response('', { status: 502 }))).rejects.toMatchObject({
      message: expect.stringMatching(/answered 502 to GET [^ ]*$/),
    });
    await expect(status(new Response('', { status: 400 }))).rejects.toMatchObject({
      message: expect.stringMatching(/^the Infrastructure Manager refused: .*answered 400/),
    });
  });
});

describe('masking', () => {
  it('comes before the words are cut: half a password would not be recognised', async () => {
    const answer = refusal(400, `${'x'.repeat(1_990)} battery staple is no password`);
    const error = await create(answer).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'ProviderFailedError', message: expect.stringMatching(/x \*{8} ?$/) });
  });

  const key = '-----BEGIN KEY-----\nMIIEabc\n-----END KEY-----';

  it('covers a key line by line, and as JSON escapes it', () => {
    const lines = [{ type: 'GCE', password: key }];
    expect(mask(`a ${key} b ${JSON.stringify(key)} c MIIEabc d`, lines)).toBe('a ******** b "********" c ******** d');
  });

  it('leaves what is public and what is too short to be secret', () => {
    const lines = [{ type: 'OpenStack', host: 'https://keystone', username: 'egi.eu', password: 'abc' }];
    expect(mask('https://keystone egi.eu abc', lines)).toBe('https://keystone egi.eu abc');
  });
});
