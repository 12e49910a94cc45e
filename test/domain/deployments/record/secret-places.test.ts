import { describe, expect, it } from 'vitest';
import { bothPlaces, secretOutputsOf, secretPlaces } from '../../../../src/domain/deployments/record/secret-places.ts';
import type { Secret } from '../../../../src/tosca/secrets/values.ts';
import { asking } from '../../providers/asking.ts';

const secret = (...at: readonly string[]): Secret => ({ at, is: 'secret' });

const topology = (secrets: readonly Secret[], more: object = {}) => ({ ...asking().topology, secrets, ...more });

describe('secretPlaces', () => {
  it('has the inputs that the template declares as secrets, and those that the service generated, each once', () => {
    const secrets = [secret('inputs', 'pin'), secret('inputs', 'pin', 'part'), secret('nodes', '0', 'properties', 'x')];
    const { secretInputs } = secretPlaces(topology(secrets), {}, ['password', 'pin']);
    expect(secretInputs).toEqual(['pin', 'password']);
  });

  it('has the defaults of secret inputs that the request left out or gave as null', () => {
    const secrets = ['given', 'left', 'empty'].map((name) => secret('inputs', name));
    const inputs = { given: 'from the request', left: { a: 'one', b: ['two', 'one'] }, empty: 'three', public: 'four' };
    const { secretTexts } = secretPlaces(topology(secrets, { inputs }), { given: 'from the request', empty: null });
    expect(secretTexts).toEqual(['one', 'two', 'three']);
  });

  it('has secret members and passwords of addresses in other defaults that the request left out', () => {
    const inputs = {
      conf: { user: 'olga', api_key: 'one' },
      url: 'https://olga:two@example.org/x',
      given: { api_key: 'three' },
      plain: 'https://example.org/a:b@c',
    };
    const { secretTexts } = secretPlaces(topology([], { inputs }), { given: { api_key: 'four' } });
    expect(secretTexts).toEqual(['one', 'two']);
  });

  it('has what nodes, their requirements and policies are given under names of secrets, without calls', () => {
    const host = { name: 'host', properties: { access_token: 'three' } };
    const create = {
      interface: 'Standard',
      name: 'create',
      script: { file: 'x' },
      inputs: { env: { DB_PASSWORD: 'four' } },
    };
    const node = {
      ...{ name: 'app', type: 'x', types: ['x'], count: 1, removalList: [] },
      properties: { password: 'one', user: 'olga', env: [{ name: 'PGPASSWORD', value: 'two' }] },
      capabilities: {
        admin: { types: [], properties: { api_key: { concat: ['five', { get_attribute: ['app', 'x'] }] } } },
      },
      requirements: [host],
      operations: { 'Standard.create': create },
    };
    const policy = { name: 'p', type: 'y', types: ['y'], targets: [], properties: { secret: 'six', size: 3 } };
    const { secretTexts } = secretPlaces(topology([], { nodes: [node], policies: [policy] }), { given: 'one' });
    expect(secretTexts.toSorted()).toEqual(['five', 'four', 'six', 'three', 'two']);
  });

  it('has defaults that are secrets and were not used', () => {
    const { secretTexts } = secretPlaces(topology([], { unusedDefaults: ['one', { a: 'two' }, 90_210_417] }), {});
    expect(secretTexts).toEqual(['one', 'two', '90210417']);
  });

  it('has nothing where nothing is secret', () => {
    expect(secretPlaces(topology([]), { a: 'b' })).toEqual({ secretInputs: [], secretTexts: [], secretOutputs: [] });
  });
});

describe('secretOutputsOf', () => {
  const outputs = ['key', 'user'].map((name) => ({ name, value: 'x', deferred: false }));

  it('has the places in the outputs, by their names', () => {
    const secrets: readonly Secret[] = [
      secret('outputs', '0', 'value'),
      { at: ['outputs', '1', 'value', 'credential'], is: 'credential' },
      secret('inputs', '1', 'value'),
      secret('outputs', '7', 'value'),
    ];
    expect(secretOutputsOf({ secrets, outputs })).toEqual([
      { at: ['key'], is: 'secret' },
      { at: ['user', 'credential'], is: 'credential' },
    ]);
  });

  it('takes an output for a secret as a whole when it has more than fifty', () => {
    const places = (count: number) =>
      Array.from({ length: count }, (_, index) => secret('outputs', '0', 'value', `${index}`));
    expect(secretOutputsOf({ secrets: places(50), outputs })).toHaveLength(50);
    expect(secretOutputsOf({ secrets: [...places(51), secret('outputs', '1', 'value')], outputs })).toEqual([
      { at: ['key'], is: 'secret' },
      { at: ['user'], is: 'secret' },
    ]);
  });
});

describe('bothPlaces', () => {
  const places = (name: string) => ({
    secretInputs: [name],
    secretTexts: [`text ${name}`],
    secretOutputs: [secret(name)],
  });

  it('has those of both templates, each once', () => {
    expect(bothPlaces(places('a'), places('b'))).toEqual({
      ...{ secretInputs: ['a', 'b'], secretTexts: ['text a', 'text b'] },
      secretOutputs: [secret('a'), secret('b')],
    });
    expect(bothPlaces(places('a'), places('a'))).toEqual(places('a'));
  });

  it('has those of the new template where an earlier release stored none', () => {
    expect(bothPlaces({}, places('b'))).toEqual(places('b'));
  });
});
