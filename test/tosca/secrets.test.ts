import { describe, expect, it } from 'vitest';
import { topologyShown } from '../../src/domain/deployments/record/disclosure.ts';
import { secretOutputsOf } from '../../src/domain/deployments/record/secret-places.ts';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import type { Json, Topology } from '../../src/tosca/topology.ts';
import { noImports } from './fixtures.ts';

const inputs = {
  word: 'hunter2',
  login: { user: 'olga', token: 'hunter2' },
  flavor: 'small',
  db_pwd: 'hunter2',
  use_token: true,
};

const topologyOf = async (text: string, given: Readonly<Record<string, Json>> = inputs): Promise<Topology> => {
  const { processed } = await deployable(text, { inputs: given, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return processed.topology;
};

const template = (output: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Login: { derived_from: tosca.datatypes.Credential }
  my.Account: { properties: { name: { type: string }, login: { type: my.Login } } }
  my.Pin: { derived_from: string, metadata: {} }
  my.ApiToken: { derived_from: string }
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      greeting: { type: string, required: false }
      settings: { type: map, entry_schema: { type: string }, required: false }
      account: { type: my.Account, required: false }
      accounts: { type: list, entry_schema: { type: my.Account }, required: false }
      badge: { type: my.ApiToken, required: false }
      hint: { type: string, required: false, metadata: { sensitive: 'true' } }
    attributes:
      told: { type: string }
      admin_token: { type: string }
      made: { type: string }
      logins: { type: list, entry_schema: { type: my.Login } }
    interfaces:
      Standard:
        type: tosca.interfaces.node.lifecycle.Standard
        operations:
          configure: { inputs: { word: { type: string, default: { get_property: [SELF, greeting] } } } }
topology_template:
  inputs:
    word: { type: string, metadata: { secret: true } }
    conf: { type: map, entry_schema: { type: string }, default: { user: olga, api_key: hunter2 } }
    login: { type: my.Login }
    flavor: { type: string }
    db_pwd: { type: string }
    use_token: { type: boolean }
  node_templates:
    server: { type: tosca.nodes.Compute }
    app:
      type: my.App
      properties:
        greeting: { concat: [ "hello ", { get_input: word } ] }
        settings: { mode: fast, first: { token: [ { get_input: word }, 't', 0 ] }, root_password: literal }
        account: { name: olga, login: { get_input: login } }
        accounts: [ { name: olga, login: { user: olga, token: literal } } ]
        badge: literal
        hint: literal
      attributes:
        told: { get_property: [ SELF, greeting ] }
      artifacts:
        motd: { file: { get_input: word }, type: tosca.artifacts.File }
        logo: { file: logo.png, type: tosca.artifacts.File }
      requirements:
        - host: server
      interfaces:
        Standard:
          create: { implementation: x.sh, inputs: { word: { get_input: word } }, outputs: { x: [ SELF, made ] } }
          start: { implementation: x.sh, inputs: { mode: { get_property: [ SELF, settings, mode ] } } }
  outputs:
    seen: { value: ${output} }
`;

const secret = (...at: string[]) => ({ at, is: 'secret' });
const credential = (...at: string[]) => ({ at, is: 'credential' });

describe('where a template says that secrets stand in an output', () => {
  it.each([
    ['{ get_input: word }', [secret()]],
    ['{ get_input: [ word ] }', [secret()]],
    ['{ get_input: db_pwd }', [secret()]],
    ['{ get_input: flavor }', []],
    ['{ get_input: use_token }', []],
    ['{ get_input: login }', [credential()]],
    ['{ get_input: [ login, token ] }', [secret()]],
    ['{ get_input: [ login, user ] }', []],
    ['{ get_input: [ conf, api_key ] }', [secret()]],
    ['{ concat: [ a, { get_input: [ conf, api_key ] } ] }', [secret()]],
    ['{ get_input: [ conf, user ] }', []],
    ['{ concat: [ "http://", { get_input: word } ] }', [secret()]],
    ['{ concat: [ a, { concat: [ b, { token: [ { get_input: word }, n, 1 ] } ] } ] }', [secret()]],
    ['{ join: [ [ { get_input: flavor }, { get_input: word } ], "-" ] }', [secret()]],
    ['{ concat: [ { get_input: flavor }, "-" ] }', []],
    ['{ user: { get_input: flavor }, words: [ x, { get_input: word } ] }', [secret('words', '1')]],
    ['{ get_property: [ app, greeting ] }', [secret()]],
    ['{ get_property: [ app, settings, first ] }', [secret()]],
    ['{ get_property: [ app, settings, mode ] }', []],
    ['{ get_property: [ app, settings, root_password ] }', [secret()]],
    ['{ get_property: [ app, settings ] }', [secret('first')]],
    ['{ get_property: [ app, account ] }', [credential('login')]],
    ['{ get_property: [ app, account, login, user ] }', []],
    ['{ get_property: [ app, account, login, token ] }', [secret()]],
    ['{ get_property: [ app, accounts ] }', [credential('*', 'login')]],
    ['{ get_property: [ app, badge ] }', [secret()]],
    ['{ get_property: [ app, hint ] }', [secret()]],
    ['{ get_attribute: [ app, greeting ] }', [secret()]],
    ['{ get_attribute: [ app, told ] }', [secret()]],
    ['{ get_attribute: [ app, made ] }', [secret()]],
    ['{ get_attribute: [ app, logins ] }', [credential('*')]],
    ['{ get_attribute: [ app, logins, 0, user ] }', []],
    ['{ concat: [ { get_attribute: [ app, logins, 0, token ] }, x ] }', [secret()]],
    ['{ get_attribute: [ server, public_address ] }', []],
    ['{ get_attribute: [ server, endpoint, credential, 0 ] }', [credential()]],
    ['{ get_attribute: [ server, endpoint, credential, 0, user ] }', []],
    ['{ get_attribute: [ app, admin_token ] }', [secret()]],
    ['{ get_operation_output: [ app, Standard, create, url ] }', [secret()]],
    ['{ get_operation_output: [ app, Standard, configure, url ] }', [secret()]],
    ['{ get_operation_output: [ app, Standard, start, url ] }', []],
    ['{ get_operation_output: [ app, Standard, start, join_token ] }', [secret()]],
    ['{ get_artifact: [ app, motd ] }', [secret()]],
    ['{ get_artifact: [ app, logo ] }', []],
    ['{ get_nodes_of_type: tosca.nodes.Compute }', []],
  ])('%s', async (output, expected) => {
    const found = secretOutputsOf(await topologyOf(template(output)));
    const unique = [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
    const outermost = unique.some(({ at, is }) => at.length === 1 && is === 'secret')
      ? unique.filter(({ at, is }) => at.length === 1 && is === 'secret')
      : unique;
    expect(outermost).toEqual(expected.map(({ at, is }) => ({ at: ['seen', ...at], is })));
  });

  it('is the same when the output says so itself', async () => {
    const text = template('{ get_input: flavor }, metadata: { sensitive: "yes" }');
    expect(secretOutputsOf(await topologyOf(text))).toEqual([secret('seen')]);
  });
});

describe('secrets that go a long way', () => {
  it('are followed through more nodes than the call stack holds', async () => {
    const length = 3_000;
    const chain = Array.from({ length }, (_, index) =>
      index === length - 1 ? '{ get_input: word }' : `{ concat: [ { get_attribute: [ n${index + 1}, told ] } ] }`,
    ).map((value) => `{ type: tosca.nodes.Compute, attributes: { told: ${value} } }`);
    const text = (nodes: readonly string[]) => `tosca_definitions_version: tosca_simple_yaml_1_3
node_types: { n: { derived_from: tosca.nodes.Root, attributes: { told: { type: string } } } }
topology_template:
  inputs: { word: { type: string, metadata: { secret: true } } }
  node_templates:
${nodes.map((node, index) => `    n${index}: ${node.replace('tosca.nodes.Compute', 'n')}`).join('\n')}
  outputs: { seen: { value: { get_attribute: [ n0, told ] } } }
`;
    expect(secretOutputsOf(await topologyOf(text(chain), { word: 'x' }))).toEqual([secret('seen')]);
  });
});

describe('a template of 2.0', () => {
  const text = (output: string): string => `tosca_definitions_version: tosca_2_0
imports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]
service_template:
  inputs:
    word: { type: string, metadata: { secret: true } }
    twice: { type: string, default: { $concat: [ { $get_input: word }, { $get_input: word } ] } }
    flavor: { type: string, default: small }
  node_templates:
    server:
      type: Compute
      metadata: { note: x }
      capabilities:
        os: { properties: { distribution: { $concat: [ x, { $get_input: word } ] }, type: linux } }
  outputs:
    seen: { value: ${output} }
`;

  it.each([
    ['{ $get_input: word }', true],
    ['{ $get_input: twice }', true],
    ['{ $concat: [ a, { $token: [ { $get_input: word }, n, 0 ] } ] }', true],
    ['{ $get_property: [ server, CAPABILITY, os, distribution ] }', true],
    ['{ $get_property: [ server, CAPABILITY, os, type ] }', false],
    ['{ $get_input: flavor }', false],
  ])('is no less strict after its translation: %s', async (output, isSecret) => {
    const topology = await topologyOf(text(output), { word: 'hunter2' });
    expect(secretOutputsOf(topology).some(({ at }) => at[0] === 'seen')).toBe(isSecret);
    expect(JSON.stringify(topologyShown(topology))).not.toContain('hunter2');
  });
});

describe('what a template says of a secret input that is wrong', () => {
  const long = 'hunter2'.repeat(30);

  it.each(['hunter2', long, 'hunt\ner2'])('does not quote it: %j', async (word) => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: { word: { type: string, metadata: { secret: true } }, pin: { type: integer } }
  node_templates:
    server: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: { concat: [ x, { get_input: word } ] } } } } }
  outputs: { seen: { value: { token: [ { get_input: word }, "!", 3 ] } } }
`;
    const { processed } = await deployable(text, { inputs: { word, pin: word }, imports: noImports });
    const messages = processed.problems.map(({ message }) => message).join('\n');
    expect(processed.problems).toHaveLength(3);
    expect(messages).not.toMatch(/hunt/);
    expect(messages).toContain('********');
  });
});

it('shows a topology without what is secret in it', async () => {
  const shown = JSON.stringify(topologyShown(await topologyOf(template('{ get_property: [ app, settings ] }'))));
  expect(shown).not.toMatch(/hunter2|literal/);
  expect(shown).toContain('"mode":"fast"');
  expect(shown).toContain('"user":"olga"');
});
