import { describe, expect, it } from 'vitest';
import { cleanerOf } from '../../../src/tosca/secrets/known.ts';
import { withoutSecrets } from '../../../src/tosca/secrets/values.ts';

const all = (...at: string[]) => [{ at, is: 'secret' as const }];
const credential = (...at: string[]) => [{ at, is: 'credential' as const }];

describe('a value without secrets', () => {
  it.each([
    [
      { adminPassword: 'x', ip: '192.0.2.1' },
      { adminPassword: '********', ip: '192.0.2.1' },
    ],
    [{ db: [{ pwd: 1234 }] }, { db: [{ pwd: '********' }] }],
    [
      { use_token: true, password: '', token: null, secrets: [] },
      { use_token: true, password: '', token: null, secrets: [] },
    ],
    [
      { node_creds: { user: 'cloudadm', token: 'x', token_type: 'password' } },
      { node_creds: { user: 'cloudadm', token: '********', token_type: 'password' } },
    ],
    [{ credentials: ['x'] }, { credentials: ['********'] }],
    [{ url: 'http://a:b@c/d' }, { url: 'http://********@c/d' }],
    [{ info: '{"a": {"token": "x"}}' }, { info: '{"a":{"token":"********"}}' }],
    [{ info: '{"a":  1}' }, { info: '{"a":  1}' }],
  ])('%j', (value, expected) => expect(withoutSecrets(value)).toEqual(expected));

  it.each([
    ['x', all(), '********'],
    [{ a: 'x', b: 'y' }, all('a'), { a: '********', b: 'y' }],
    [{ a: [{ b: 'x', c: 'y' }] }, all('a', '*', 'b'), { a: [{ b: '********', c: 'y' }] }],
    [{ a: 'x' }, all('a', 'b'), { a: '********' }],
    [{ a: {} }, all('a', 'b'), { a: {} }],
    [
      { user: 'u', pin: 'x', keys: { k: 'x', name: 'y' } },
      credential(),
      { user: 'u', pin: '********', keys: { k: '********', name: 'y' } },
    ],
    ['x', credential(), '********'],
    [{ l: [{ user: 'u', x: 'y' }] }, credential('l', '*'), { l: [{ user: 'u', x: '********' }] }],
    [true, all(), '********'],
    [{ user: 'u' }, [...credential(), ...all()], '********'],
  ])('%j, %j', (value, secrets, expected) => expect(withoutSecrets(value, secrets)).toEqual(expected));
});

describe('a text without secrets that are known', () => {
  it.each([
    ['hunter2', 'it said hunter2, and "hunter2"', 'it said ********, and "********"'],
    ['a"b\nc&d', String.raw`{"x": "a\"b\nc&d"}`, '{"x": "********"}'],
    ['p&ss w', 'https://h/?x=p%26ss%20w', 'https://h/?x=********'],
    ['hunter2', Buffer.from('hunter2').toString('base64'), '********=='],
    ['hunter2', 'no secret', 'no secret'],
    [4711, 'pin 4711 of 14711', 'pin ******** of 14711'],
    [
      { user: 'cloudadm', token: 'hunter2', keys: { a: 'k3y-of-a' } },
      'cloudadm hunter2 k3y-of-a',
      'cloudadm ******** ********',
    ],
    [['abc'], 'abc', 'abc'],
    ['first line\nsecond line', 'TASK: second line', 'TASK: ********'],
  ])('%j in %j', (secret, text, expected) => expect(cleanerOf([secret])(text)).toBe(expected));

  it('takes the longer of two first', () => {
    expect(cleanerOf(['hunter', 'hunter22'])('hunter22 hunter')).toBe('******** ********');
  });
});
