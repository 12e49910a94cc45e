import { describe, expect, it } from 'vitest';
import { secretsIn } from '../../../src/domain/deployers/written-secrets.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const node = (properties: { readonly [name: string]: Json }) => ({ name: 'web', type: 'mine', properties });
const found = (value: Json, written: unknown, at: readonly string[] = ['nodes', '0', 'properties', 'password']) =>
  secretsIn({ nodes: [node({ password: value, other: 'visible' })], secrets: [{ at }] } as never, written, 'the stack');
const reason = 'node web (mine) would write a secret into the stack (properties.password)';

describe('a secret of the template', () => {
  it('that is written is a reason against the provider, also with quotes and line breaks', () => {
    expect(found('sesame', { a: ['x sesame y'] })).toEqual([reason]);
    expect(found('se"sa\nme', { a: 'se"sa\nme' })).toEqual([reason]);
    expect(found({ user: 'somebody', token: ['sesame'] }, ['sesame'])).toEqual([reason]);
  });

  it('that is not written is none', () => {
    expect(found('sesame', { a: 'open' })).toEqual([]);
    expect(secretsIn({ nodes: [], secrets: [] }, { a: 'sesame' }, 'the stack')).toEqual([]);
  });

  it.each<[string, Json, unknown]>([
    ['shorter than six characters', 'sesam', 'sesam'],
    ['a public key', 'ssh-rsa AAAA', 'ssh-rsa AAAA'],
    ['the user of a credential', { user: 'somebody' }, 'somebody'],
    ['known only later', { get_attribute: ['web', 'something'] }, 'something'],
    ['absent', null, 'null null'],
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
    expect(found('sesame', 'visible')).toEqual([]);
  });

  it('of an output, of no node, or of an operation is judged elsewhere', () => {
    for (const at of [
      ['outputs', '0', 'value'],
      ['nodes', '1', 'properties', 'password'],
      ['nodes', '0', 'operations', 'properties'],
    ])
      expect(found('sesame', 'sesame', at)).toEqual([]);
  });
});
