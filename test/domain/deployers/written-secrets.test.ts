import { describe, expect, it } from 'vitest';
import { secretsIn } from '../../../src/domain/deployers/written-secrets.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const node = (properties: { readonly [name: string]: Json }) => ({
  ...{ name: 'web', type: 'mine', properties },
  operations: [{ inputs: { password: properties['password'] } }],
});
const found = (value: Json, written: unknown, at: readonly string[] = ['nodes', '0', 'properties', 'password']) =>
  secretsIn(
    { nodes: [node({ password: value, other: 'visible' })], inputs: {}, secrets: [{ at }] } as never,
    written,
    'the stack',
  );
const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:toscanini-containers/db-AbC1';
const reason = 'node web (mine) would write a secret into the stack (properties.password)';

describe('a secret of the template', () => {
  it('that is written is a reason against the provider, also with quotes and line breaks', () => {
    expect(found('sesame', { a: ['x sesame y'] })).toEqual([reason]);
    expect(found('se"sa\nme', { a: 'se"sa\nme' })).toEqual([reason]);
    expect(found({ user: 'somebody', token: ['sesame'] }, ['sesame'])).toEqual([reason]);
  });

  it('that is not written is none', () => {
    expect(found('sesame', { a: 'open' })).toEqual([]);
    expect(secretsIn({ nodes: [], inputs: {}, secrets: [] }, { a: 'sesame' }, 'the stack')).toEqual([]);
  });

  it.each<[string, Json, unknown]>([
    ['shorter than six characters', 'sesam', 'sesam'],
    ['a public key', 'ssh-rsa AAAA', 'ssh-rsa AAAA'],
    ['the user of a credential', { user: 'somebody' }, 'somebody'],
    ['known only later', { get_attribute: ['web', 'something'] }, 'something'],
    ['the name of a secret for containers', arn, arn],
    ['absent', null, 'null null'],
    ['absent in a credential', { user: 'u', token: null }, 'null null'],
    ['a number', 1234567, '1234567'],
  ])('is none where it is %s', (_, value, written) => {
    expect(found(value, written)).toEqual([]);
  });

  it('is looked for where the template has it: all members, or one of them', () => {
    const value = { a: 'secret-a', b: 'secret-b' };
    const at = (...path: readonly string[]) => ['nodes', '0', 'properties', 'password', ...path];
    expect(found(value, 'secret-b', at('a'))).toEqual([]);
    expect(found(value, 'secret-a', at('a'))).toHaveLength(1);
    expect(found(value, 'secret-b', at('*'))).toHaveLength(1);
    expect(found(value, 'secret-b', at('c'))).toEqual([]);
    // a text where the template was expected to have members counts as a whole
    expect(found('sesame', 'sesame', at('a'))).toHaveLength(1);
    expect(found(null, 'null null', at('a'))).toEqual([]);
    expect(found('sesame', 'visible')).toEqual([]);
  });

  it('of an output, of no node, or of an operation is judged elsewhere', () => {
    for (const at of [
      ['outputs', '0', 'value'],
      ['relationships', '0', 'properties', 'password'],
      ['nodes', '1', 'properties', 'password'],
      ['nodes', '0', 'operations', '0', 'inputs', 'password'],
    ])
      expect(found('sesame', 'sesame', at)).toEqual([]);
  });
});

describe('a secret beside a value that is known only later', () => {
  const address: Json = { get_attribute: ['web', 'private_address'] };
  const at = ['nodes', '0', 'properties', 'password'];
  const joined = (written: unknown, ...words: readonly Json[]) =>
    secretsIn(
      {
        ...{ nodes: [node({ password: { concat: words }, other: 'visible' })], inputs: { pin: 'sesame' } },
        secrets: [{ at: ['inputs', 'pin'] }, { at }],
      } as never,
      written,
      'the stack',
    );

  it('in the same credential or list is judged by itself', () => {
    expect(found({ user: 'somebody', token: 'sesame', host: address }, 'sesame')).toEqual([reason]);
    expect(found([address, 'sesame'], 'sesame')).toEqual([reason]);
    expect(found({ token: 'sesame' }, 'sesame')).toEqual([reason]);
    expect(found({ token: address, host: 'visible' }, 'private_address')).toEqual([]);
  });

  it('in the same call is found by the value of the input', () => {
    expect(joined({ 'Fn::Join': ['', ['sesame', '@', 'address']] }, 'sesame', '@', address)).toEqual([reason]);
    expect(joined('x://sesame@', { concat: ['x://sesame@', address] })).toEqual([reason]);
    expect(joined('open', 'sesame', address)).toEqual([]);
    expect(joined('sesame of another', 'open', address)).toEqual([]);
  });

  it('does not make a secret of the other words of the call', () => {
    expect(joined('postgres://visible', 'postgres://', 'visible', address)).toEqual([]);
  });
});
