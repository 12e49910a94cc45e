import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { processTemplate, validateTemplate } from '../../../src/tosca/process.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { zip } from '../archives.ts';
import { noImports } from '../fixtures.ts';

/** A node whose lists and maps are empty unless an input fills them, as in templates that create users. */
const template = (outputs: string, properties = ''): string => `tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.User: { properties: { name: { type: string }, key: { type: string, required: false } } }
node_types:
  my.Server:
    derived_from: tosca.nodes.Compute
    properties:
      users: { type: list, entry_schema: { type: my.User }, default: [] }
      names: { type: list, default: [ a, b ] }
      tags: { type: map, entry_schema: { type: string }, default: {} }
      open: { type: map, default: {} }
      first: { type: my.User, required: false }
      note: { type: string, required: false }
      size: { type: integer, default: 7 }
topology_template:
  inputs:
    users: { type: list, entry_schema: { type: my.User }, default: [], required: false }
    maybe: { type: list, entry_schema: { type: string }, required: false }
  node_templates:
    server:
      type: my.Server
      properties:
        users: { get_input: users }
${properties.replaceAll(/^/gm, '        ')}
    bare: { type: my.Server }
  outputs:
${outputs.replaceAll(/^/gm, '    ')}
`;

const output = (value: string): string => template(`it: { value: ${value} }`);

async function found(value: string, inputs: Readonly<Record<string, Json>> = {}) {
  const { ok, problems, ...rest } = await processTemplate(output(value), { inputs, imports: noImports });
  const made = 'topology' in rest ? rest.topology.outputs[0] : undefined;
  return { ok, value: made?.value, problems: problems.map(({ severity, message }) => `${severity}: ${message}`) };
}

const nothing = { ok: true, value: null, problems: [] };

describe('a path into what is not there', () => {
  it.each([
    ['an index of a list that is empty by default', '[ bare, users, 0 ]'],
    ['an index of a list that an input leaves empty', '[ server, users, 0 ]'],
    ['any index of it', '[ server, users, 12 ]'],
    ['an index in quotes', '[ server, users, "0" ]'],
    ['steps after the index', '[ server, users, 0, name ]'],
    ['many steps after it', '[ server, users, 0, name, 1, x ]'],
    ['a key of an empty map', '[ bare, tags, colour ]'],
    ['a key of an empty map of anything', '[ bare, open, colour ]'],
    ['a member of a value that is not given', '[ bare, first, name ]'],
    ['an index of a value that is not given', '[ bare, note, 0 ]'],
  ])('%s is nothing', async (_, path) => {
    expect(await found(`{ get_property: ${path} }`)).toEqual(nothing);
  });

  it.each([
    ['an empty list', '[ users, 0 ]'],
    ['an empty list, and further', '[ users, 0, name ]'],
    ['an input without a value', '[ maybe, 0 ]'],
  ])('in %s of an input is nothing', async (_, path) => {
    expect(await found(`{ get_input: ${path} }`)).toEqual(nothing);
  });

  it.each<[string, string, Json]>([
    ['concat', '{ concat: [ "ssh ", { get_property: [ server, users, 0, name ] }, "@host" ] }', 'ssh @host'],
    ['join', '{ join: [ [ { get_property: [ server, users, 0, name ] }, b ], "-" ] }', '-b'],
    ['token', '{ token: [ { get_property: [ server, users, 0, name ] }, ".", 1 ] }', null],
    ['a list', '[ { get_property: [ server, users, 0, name ] } ]', [null]],
    ['a map', '{ user: { get_property: [ server, users, 0, name ] } }', { user: null }],
  ])('is nothing inside %s', async (_, value, expected) => {
    expect(await found(value)).toEqual({ ...nothing, value: expected });
  });

  it('is nothing for a property that would have taken it', async () => {
    const text = template('a: { value: b }', 'note: { get_property: [ SELF, users, 0, name ] }');
    const processed = await processTemplate(text, { inputs: {}, imports: noImports });
    expect(processed.problems).toEqual([]);
    const server = processed.ok ? processed.topology.nodes.find(({ name }) => name === 'server') : undefined;
    expect(server?.properties).not.toHaveProperty('note');
  });

  it('is the value once there is one', async () => {
    const inputs = { users: [{ name: 'ada' }] };
    expect(await found('{ get_property: [ server, users, 0, name ] }', inputs)).toMatchObject({ value: 'ada' });
    expect(await found('{ get_property: [ server, users, 0, key ] }', inputs)).toEqual(nothing);
  });

  it('is nothing to check without inputs', async () => {
    expect((await validateTemplate(output('{ get_property: [ server, users, 0 ] }'), noImports)).problems).toEqual([]);
  });
});

describe('a path that can lead nowhere', () => {
  it.each([
    ['[ server, users, name ]', '"name": a list has indexes, which are numbers from 0'],
    ['[ bare, names, -1 ]', '"-1": a list has indexes, which are numbers from 0'],
    ['[ bare, names, 1.5 ]', '"1.5": a list has indexes, which are numbers from 0'],
    ['[ bare, names, length ]', '"length": a list has indexes, which are numbers from 0'],
    ['[ bare, names, ~ ]', '"null": a list has indexes, which are numbers from 0'],
    ['[ bare, size, 0 ]', '"0": the value has no members'],
    ['[ bare, names, 0, 0 ]', '"0": the value has no members'],
  ])('%s is refused', async (path, reason) => {
    const message = `error: get_property finds nothing at ${reason}`;
    expect(await found(`{ get_property: ${path} }`)).toEqual({ ok: false, value: undefined, problems: [message] });
  });

  it.each([
    ['nmae', 'there are name (did you mean "name"?)'],
    ['other', 'there are name'],
  ])('a member %s that the type lacks is refused', async (key, reason) => {
    const { ok, problems } = await found(`{ get_property: [ server, users, 0, ${key} ] }`, {
      users: [{ name: 'ada' }],
    });
    expect(ok).toBe(false);
    expect(problems).toEqual([`error: get_property finds nothing at "${key}": ${reason}`]);
  });

  it('is an error beyond a list that has items: what it says of them is not so', async () => {
    expect(await found('{ get_property: [ bare, names, 2 ] }')).toEqual({
      ok: false,
      value: undefined,
      problems: ['error: get_property finds nothing at "2": the list has 2 items, and the first index is 0'],
    });
  });

  it('is an error in 2.0', async () => {
    const text = (list: string) => `tosca_definitions_version: tosca_2_0
node_types: { N: { properties: { l: { type: list, entry_schema: string, default: ${list} } } } }
service_template:
  node_templates: { n: { type: N } }
  outputs: { o: { $get_property: [ n, l, 1 ] } }
`;
    expect((await validateTemplate(text('[ a ]'), noImports)).ok).toBe(false);
    expect((await validateTemplate(text('[]'), noImports)).ok).toBe(true);
  });

  it('is told by what there is, at any index of any list', async () => {
    const list = fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(list, fc.nat({ max: 8 }), async (items, index) => {
        const users = items.map((name) => ({ name }));
        const { ok, value } = await found(`{ get_property: [ server, users, ${index}, name ] }`, { users });
        const expected = index < items.length || items.length === 0;
        expect({ ok, value: value ?? null }).toEqual({ ok: expected, value: items[index] ?? null });
      }),
      { numRuns: 60 },
    );
  });
});

describe('what the Infrastructure Manager is given', () => {
  const outputs = `none: { value: { get_property: [ server, users, 0 ] } }
name: { value: { get_property: [ server, users, 1, name ] } }
input: { value: { get_input: [ users, 1, name ] } }
login: { value: { concat: [ { get_property: [ server, users, 1, name ] }, "@", { get_attribute: [ server, public_address ] } ] } }
unset: { value: { get_property: [ server, note ] } }
size: { value: { get_property: [ server, size ] } }
address: { value: { get_attribute: [ server, public_address ] } }`;

  const sent = async (text: string, inputs: Readonly<Record<string, Json>>) => {
    const { text: given, processed } = await deployable(text, { inputs, imports: noImports });
    if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
    return { given, document: load(given) as { readonly topology_template: { readonly [section: string]: Json } } };
  };

  const part = (name: string) => `toscanini:${name}:get_attribute:server.public_address`;

  it('has what functions find inside of values, and no output that is nothing', async () => {
    const { document } = await sent(template(outputs), { users: [{ name: '016' }, { name: 'yes' }] });
    expect(document.topology_template['outputs']).toEqual({
      none: { value: { name: '016' } },
      name: { value: 'yes' },
      input: { value: 'yes' },
      [part('login')]: { value: { get_attribute: ['server', 'public_address'] } },
      size: { value: { get_property: ['server', 'size'] } },
      address: { value: { get_attribute: ['server', 'public_address'] } },
    });
    const { document: empty } = await sent(template(outputs), {});
    expect(empty.topology_template['outputs']).toEqual({
      [part('login')]: { value: { get_attribute: ['server', 'public_address'] } },
      size: { value: { get_property: ['server', 'size'] } },
      address: { value: { get_attribute: ['server', 'public_address'] } },
    });
  });

  it('has them in nodes too', async () => {
    const properties = 'note: { get_property: [ SELF, users, 0, name ] }\nsize: 3';
    const nodesOf = async (inputs: Readonly<Record<string, Json>>) => {
      const { document } = await sent(template('a: { value: b }', properties), inputs);
      return (document.topology_template['node_templates'] as { server: { properties: Json } }).server.properties;
    };
    expect(await nodesOf({ users: [{ name: 'ada' }] })).toEqual({
      users: { get_input: 'users' },
      note: 'ada',
      size: 3,
    });
    expect(await nodesOf({})).toEqual({ users: { get_input: 'users' }, size: 3 });
  });

  it('is the text as it came when there is nothing of the kind', async () => {
    const text = `# mine\n${template('a: { value: { get_property: [ server, size ] } }')}`;
    expect((await sent(text, {})).given).toBe(text);
  });

  it('keeps what aliases point at', async () => {
    const text = template(`none: { value: &one { get_property: [ server, users, 0 ] }, description: &two text }
again: { value: *one }
login: { value: { concat: [ a, *one ] } }
other: { value: &three { get_property: [ bare, names, 0 ] } }
same: { value: *three, description: *two }`);
    const { document } = await sent(text, {});
    expect(document.topology_template['outputs']).toEqual({
      login: { value: 'a' },
      other: { value: 'a' },
      same: { value: 'a', description: 'text' },
    });
  });

  it('leaves a call alone that means something else to each node that shares it', async () => {
    const shared = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N: { derived_from: tosca.nodes.Root, properties: { l: { type: list, default: [ a ] }, v: { type: string } } }
topology_template:
  node_templates:
    one: { type: N, properties: { l: [ x ], v: &v { get_property: [ SELF, l, 0 ] } } }
    two: { type: N, properties: { l: [ y ], v: *v } }
`;
    expect((await sent(shared, {})).given).toBe(shared);
  });

  it('is the entry of an archive', async () => {
    const { document } = await sent(zip({ 'main.yaml': template(outputs) }), { users: [{ name: 'a' }, { name: 'b' }] });
    expect(document.topology_template['outputs']).toMatchObject({ name: { value: 'b' } });
  });
});
