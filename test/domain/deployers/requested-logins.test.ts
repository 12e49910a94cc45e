import { describe, expect, it } from 'vitest';
import {
  asksKey,
  givesKey,
  loginCall,
  loginCallsIn,
  requestedKeys,
} from '../../../src/domain/deployers/requested-logins.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const call = (...path: readonly Json[]) => loginCall(['web', 'endpoint', 'credential', ...path]);
const attribute = (...path: readonly Json[]): Json => ({ get_attribute: ['web', 'endpoint', 'credential', ...path] });

describe('a call for a credential', () => {
  it('is of each machine or of one, and of all members or of one', () => {
    expect(call()).toStrictEqual({ node: 'web' });
    expect(call(0)).toStrictEqual({ node: 'web', index: 0 });
    expect(call('user')).toStrictEqual({ node: 'web', member: 'user' });
    expect(call(1, 'token')).toStrictEqual({ node: 'web', index: 1, member: 'token' });
    expect(call(1, 'token_type')).toMatchObject({ member: 'token_type' });
  });

  it('is none for another member, another attribute, or more', () => {
    for (const one of [call('keys'), call(0, 'user', 'more'), call('user', 0), call(0, 1), call({}), call(null)])
      expect(one).toBeUndefined();
    for (const path of [
      ['web', 'endpoint', 'ip_address'],
      ['web', 'other', 'credential'],
      [7, 'endpoint', 'credential'],
      [],
    ])
      expect(loginCall(path)).toBeUndefined();
  });

  it('gives the private key with the token, or with all members', () => {
    const gives = [call(), call(0), call('token'), call('user'), call('token_type')].map((one) => one && givesKey(one));
    expect(gives).toEqual([true, true, true, false, false]);
  });
});

describe('the calls for credentials in a value', () => {
  it('are found wherever they are', () => {
    const value = { concat: ['a', attribute(0, 'user'), { join: [[attribute('token')], ','] }] };
    expect(loginCallsIn(value).map(({ member }) => member)).toEqual(['user', 'token']);
    expect(loginCallsIn(attribute())).toHaveLength(1);
  });

  it('are none in other values', () => {
    const others: readonly Json[] = [
      null,
      'get_attribute',
      7,
      [],
      { get_attribute: 'web' },
      { get_attribute: ['web', 'x'] },
    ];
    for (const value of others) expect(loginCallsIn(value)).toEqual([]);
    expect(loginCallsIn({ other: ['web', 'endpoint', 'credential'] })).toEqual([]);
  });

  it('ask for a key only where one gives it', () => {
    expect([asksKey(attribute('user')), asksKey([attribute('user'), attribute()])]).toEqual([false, true]);
  });
});

describe('the nodes whose machines have a key', () => {
  it('are those whose key an output asks for after the deployment', () => {
    const output = (value: Json, deferred = true) => ({ name: 'o', value, deferred }) as never;
    const of = (...outputs: readonly never[]) => [...requestedKeys({ outputs })];
    expect(of(output(attribute(0)), output([attribute('token')]))).toEqual(['web']);
    expect(of(output(attribute('user')), output(attribute(0), false))).toEqual([]);
  });
});
