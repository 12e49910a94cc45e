/** Values of operations, as the machine that runs them can work them out without the template. */

import { describe, expect, it } from 'vitest';
import {
  readable,
  type Site,
  UnreadableError,
} from '../../../src/domain/cloudformation/operations/operation-inputs.ts';
import { attributesIn } from '../../../src/domain/cloudformation/values/attributes.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { byNameOf, node, operation } from './node.ts';

const machine = node('machine', 'Compute');
const server = node('server', 'WebServer', {
  properties: { context: '/shop', port: { get_attribute: ['machine', 'private_address'] } },
  requirements: [{ name: 'host', node: 'machine' }],
  operations: {
    'standard.create': operation('create'),
    'standard.stop': operation('stop'),
    'own.create': { ...operation('create'), interface: 'Own', of: 'configure' },
  },
});
const database = node('database', 'Database');
const app = node('app', 'WebApplication', {
  requirements: [
    { name: 'host', node: 'server' },
    { name: 'database', node: 'database' },
  ],
});
const lost = node('lost', 'WebApplication', { requirements: [{ name: 'host', node: 'nowhere' }] });
const ring = node('ring', 'WebServer', { requirements: [{ name: 'host', node: 'ring' }] });

const read = (value: Json, site: Site | undefined = { node: app, target: database }) => {
  const world = {
    byName: byNameOf(machine, server, database, app, lost, ring),
    attributeOf: ({ name }: { readonly name: string }) =>
      name === 'database' ? attributesIn({ address: 'db', 'ports.0': '1' }) : undefined,
    publicNodes: new Set<string>(),
    requests: { outputs: new Map<string, Set<string>>(), attributes: new Map<string, Json>() },
  };
  return { value: readable(value, site, world), ...world };
};
const value = (given: Json, site?: Site) => read(given, site).value;
const fault = (given: Json, site?: Site): string => {
  try {
    return `no fault: ${JSON.stringify(value(given, site))}`;
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableError);
    return (error as Error).message;
  }
};
const attribute = (...call: readonly Json[]): Json => ({ get_attribute: [...call] });

describe('a value of an operation', () => {
  it('that is known stays as it is, whatever it looks like', () => {
    for (const known of ['text', 3, null, [1, 'a'], { a: { b: [] } }] as readonly Json[])
      expect(value(known)).toBe(known);
  });

  it('is read in lists, in maps and in other functions', () => {
    const call = attribute('machine', 'private_address');
    expect(value([1, call])).toEqual([1, call]);
    expect(value({ concat: ['http://', attribute('HOST', 'private_address')] })).toEqual({ concat: ['http://', call] });
    // a map with two members is no call
    expect(value({ get_attribute: call, other: 1 })).toEqual({ get_attribute: call, other: 1 });
  });

  it('may not be an artifact', () => {
    expect(fault({ get_artifact: ['SELF', 'image'] })).toBe('get_artifact, which this deployer does not support');
  });
});

describe('the attribute of a node', () => {
  it.each([
    ['SELF', 'machine'],
    ['HOST', 'machine'],
    ['app', 'machine'],
    ['server', 'machine'],
    ['SOURCE', 'machine'],
  ])('with machines is that of the machine under it: %s', (first, name) => {
    expect(value(attribute(first, 'private_address'))).toEqual(attribute(name, 'private_address'));
  });

  it('of the machine itself is its own, and its HOST is the machine too', () => {
    for (const first of ['SELF', 'HOST'])
      expect(value(attribute(first, 'public_address'), { node: machine })).toEqual(
        attribute('machine', 'public_address'),
      );
  });

  it('keeps the number of the machine, and no other word', () => {
    expect(value(attribute('machine', 'private_address', 1))).toEqual(attribute('machine', 'private_address', 1));
    expect(value(attribute('machine', 'private_address', 'x'))).toEqual(attribute('machine', 'private_address'));
  });

  it('that is a public address makes the machine public', () => {
    expect([...read(attribute('app', 'public_address')).publicNodes]).toEqual(['machine']);
    expect([...read(attribute('app', 'private_address')).publicNodes]).toEqual([]);
  });

  it('without machines is asked of the stack, by its path', () => {
    const one = read(attribute('TARGET', 'ports', 0));
    expect(one.value).toEqual(attribute('database', 'ports.0'));
    expect([...one.requests.attributes]).toEqual([['database ports.0', attribute('database', 'ports', 0)]]);
  });

  it('may be that of another node, by the name of a requirement, or a property', () => {
    expect(value(attribute('SELF', 'database', 'address'))).toEqual(attribute('database', 'address'));
    expect(value(attribute('SELF', 'database', 'tosca_name'))).toBe('database');
    expect(value(attribute('SELF', 'host', 'context'), { node: app })).toBe('/shop');
    expect(value(attribute('SELF', 'port'), { node: server })).toEqual(attribute('machine', 'private_address'));
  });

  it('that only the stack knows, such as an id, is asked of it', () => {
    const one = read(attribute('HOST', 'tosca_id'), { node: machine });
    expect(one.value).toEqual(attribute('machine', 'tosca_id'));
    expect([...one.requests.attributes]).toEqual([['machine tosca_id', attribute('machine', 'tosca_id')]]);
    expect(fault(attribute('SELF', 'tosca_id'), { node: { ...machine, count: 2 } })).toMatch(/nothing gives/);
  });

  it('that nobody knows is a fault that says why', () => {
    expect(fault(attribute('nobody', 'x'))).toBe('x of nobody, which is no node');
    expect(fault(attribute('SELF', 'x'))).toBe('x of SELF, and nothing gives this attribute');
    expect(fault(attribute('SELF', 1))).toBe('1 of SELF, which is no node');
    expect(fault(attribute(7, 'x'))).toBe('x of 7, which is no node');
    expect(fault(attribute('database', 'private_address'))).toBe(
      'private_address of database, which stands on no machine',
    );
    for (const one of [lost, ring]) {
      expect(fault(attribute('HOST', 'private_address'), { node: one })).toMatch(
        /^private_address of HOST, which is no node$/,
      );
      expect(fault(attribute('SELF', 'private_address'), { node: one })).toMatch(/, which stands on no machine$/);
    }
    expect(fault({ get_attribute: 'SELF' })).toBe('undefined of undefined, which is no node');
  });

  it('has no SELF, HOST or TARGET in an output', () => {
    const at = { byName: byNameOf(machine), attributeOf: () => undefined, publicNodes: new Set<string>() };
    const world = { ...at, requests: { outputs: new Map(), attributes: new Map() } };
    for (const first of ['SELF', 'SOURCE', 'HOST', 'TARGET'])
      expect(() => readable(attribute(first, 'private_address'), undefined, world)).toThrow(/which is no node/);
    expect(readable(attribute('machine', 'private_address'), undefined, world)).toEqual(
      attribute('machine', 'private_address'),
    );
  });

  it('that is a login is only for outputs', () => {
    const call = attribute('machine', 'endpoint', 'credential', 0);
    expect(fault(call)).toBe('the login of machine machine, which only an output may hold');
    const world = { byName: byNameOf(machine), attributeOf: () => undefined, publicNodes: new Set<string>() };
    expect(readable(call, undefined, { ...world, requests: { outputs: new Map(), attributes: new Map() } })).toEqual(
      call,
    );
    expect(fault(attribute('server', 'endpoint', 'credential'))).toMatch(/and nothing gives this attribute$/);
  });
});

describe('the output of an operation', () => {
  const output = (...call: readonly Json[]): Json => ({ get_operation_output: [...call] });

  it('is asked of its step, each name once', () => {
    const one = read([output('server', 'Standard', 'create', 'URL'), output('HOST', 'Standard', 'create', 'URL')]);
    const call = output('server standard.create', 'URL');
    expect(one.value).toEqual([call, call]);
    expect([...one.requests.outputs]).toEqual([['server standard.create', new Set(['URL'])]]);
    expect([
      ...read([output('server', 'Standard', 'create', 'A'), output('server', 'Standard', 'create', 'B')]).requests
        .outputs,
    ]).toEqual([['server standard.create', new Set(['A', 'B'])]]);
  });

  it.each([
    ['of no node', ['nobody', 'Standard', 'create', 'URL']],
    ['of a node without operations', ['app', 'Standard', 'create', 'URL']],
    ['of another interface', ['server', 'Other', 'create', 'URL']],
    ['of an interface that is not the standard one', ['server', 'Own', 'create', 'URL']],
    ['of an operation that is not there', ['server', 'Standard', 'start', 'URL']],
    ['of one that runs before a deletion', ['server', 'Standard', 'stop', 'URL']],
    ['without a name', ['server', 'Standard', 'create']],
  ])('%s is a fault', (_, call) => {
    expect(fault(output(...call))).toBe(
      `the output ${call[3]} of ${call[1]}.${call[2]} of ${call[0]}, which is not run`,
    );
  });
});
