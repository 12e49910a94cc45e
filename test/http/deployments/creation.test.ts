import { describe, expect, it } from 'vitest';
import { creation } from '../../../src/http/deployments/creation.ts';
import { parse } from '../../../src/http/pipeline/parse.ts';

const schema = creation({ callbacksToPrivateAddresses: false });
const read = (body: object) => parse(schema, { template: 't', ...body }, 'body');

describe('the body of a creation', () => {
  it('needs only a template', () => {
    expect(read({})).toEqual({ template: 't', parameters: {} });
  });

  it('takes numbers and booleans also as text, as forms and command lines send them', () => {
    const sent = { keepLastAttempt: 'true', timeoutMins: '60', providerTimeoutMins: ' 30 ', maxProvidersRetry: '2' };
    expect(read(sent)).toMatchObject({
      keepLastAttempt: true,
      timeoutMins: 60,
      providerTimeoutMins: 30,
      maxProvidersRetry: 2,
    });
    expect(read({ keepLastAttempt: 'False' })).toMatchObject({ keepLastAttempt: false });
  });

  it.each(['userGroup', 'callback', 'timeoutMins', 'providerTimeoutMins', 'maxProvidersRetry', 'keepLastAttempt'])(
    'treats null and an empty text as no %s',
    (name) => {
      expect(read({ [name]: null })).not.toHaveProperty(name, null);
      expect(read({ [name]: '' })[name as 'userGroup']).toBeUndefined();
    },
  );

  it('treats null as no parameters', () => {
    expect(read({ parameters: null }).parameters).toEqual({});
  });

  it('ignores members that it does not know', () => {
    expect(read({ keepLastAttemp: true, x: [] })).toEqual(read({}));
  });

  it.each([
    ['a template that is no text', { template: 5 }, 'template must be'],
    ['no template', { template: undefined }, 'template must be'],
    ['an empty template', { template: '' }, 'template must be'],
    ['parameters that are a list', { parameters: [] }, 'parameters must be an object'],
    ['too many parameters', { parameters: { a: 'x'.repeat(200_001) } }, 'parameters must have at most'],
    ['a timeout of nothing', { timeoutMins: 0 }, 'timeoutMins must be a whole number from 1'],
    ['half a minute', { providerTimeoutMins: 0.5 }, 'providerTimeoutMins must be a whole number from 1'],
    ['a timeout that no calendar holds', { timeoutMins: 1e300 }, 'timeoutMins must be a whole number'],
    ['a provider timeout above the timeout', { timeoutMins: 5, providerTimeoutMins: '6' }, 'at most timeoutMins'],
    ['no provider at all', { maxProvidersRetry: 0 }, 'maxProvidersRetry must be a whole number from 1'],
    ['a word for a flag', { keepLastAttempt: 'maybe' }, 'keepLastAttempt must be true or false'],
    ['a name that clears a terminal', { name: 'web\x1b[2J' }, 'name must be one line without control characters'],
    ['a name of two lines', { name: 'web\nserver' }, 'name must be one line'],
    ['a name with a line separator', { name: 'web\u2028server' }, 'name must be one line'],
    ['a name that reverses its line', { name: 'web\u202eserver' }, 'name must be one line'],
    ['a group that is no text', { userGroup: 7 }, 'userGroup must be a text'],
    ['a callback by mail', { callback: 'mailto:a@b.example' }, 'callback must be a complete http or https URL'],
    ['a callback home', { callback: 'http://127.0.0.1/' }, 'callback points at 127.0.0.1'],
  ])('refuses %s', (_, body, message) => {
    expect(() => read(body)).toThrow(message);
    expect(() => read(body)).toThrow(expect.objectContaining({ name: 'InvalidError' }));
  });

  it('tells all mistakes at once, those between two fields too', () => {
    const body = { template: null, callback: 'ftp://x', timeoutMins: 1, providerTimeoutMins: 2, keepLastAttempt: 'x' };
    expect(() => read(body)).toThrow(
      /template .*; callback .*; keepLastAttempt .*; providerTimeoutMins must be at most/,
    );
  });

  it('tells what is wrong without quoting what was sent, which may be a secret', () => {
    const secret = 'hunter2';
    const body = { template: [secret], parameters: secret, userGroup: { secret }, callback: [secret] };
    const limits = { timeoutMins: secret, providerTimeoutMins: [secret], maxProvidersRetry: secret };
    expect(() => read({ ...body, ...limits, keepLastAttempt: secret })).toThrow(/^(?!.*hunter2).*keepLastAttempt/s);
  });

  it('allows a private callback where the configuration does', () => {
    const laptop = creation({ callbacksToPrivateAddresses: true });
    const callback = 'http://127.0.0.1:9000/done';
    expect(parse(laptop, { template: 't', callback }, 'body')).toMatchObject({ callback });
  });
});
