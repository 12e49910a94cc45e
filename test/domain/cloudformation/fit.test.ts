import { describe, expect, it } from 'vitest';
import { stackReach } from '../../../src/domain/cloudformation/fit.ts';
import { isNeverAllowed, mayBeAllowed } from '../../../src/domain/cloudformation/services/allowed-types.ts';
import { topologyOf } from '../../tosca/fixtures.ts';

const topology = (type: string) =>
  topologyOf(`tosca_definitions_version: tosca_simple_yaml_1_3
topology_template: {node_templates: {server: {type: ${type}}}}`);
const provider = { id: 'aws', name: 'AWS', priority: 1 };
const stack = { region: 'eu-west-1' };

describe('a template at a provider of CloudFormation', () => {
  it('fits with a blueprint, which is all that the deployer needs', async () => {
    const compute = await topology('tosca.nodes.Compute');
    const { lacks, blueprint, edits, notes } = stackReach.fit(compute, { ...provider, stack });
    expect([lacks, notes]).toEqual([[], []]);
    expect(Object.keys(JSON.parse(String(blueprint)))).toContain('machines');
    expect(edits.map(({ node }) => node)).toContain('server');
    expect(stackReach.unsupported(compute.nodes)).toEqual([]);
  });

  it('does not fit where something cannot be mapped, or the provider has no region', async () => {
    const compute = await topology('tosca.nodes.Compute');
    expect(stackReach.fit(compute, provider)).toEqual({ edits: [], lacks: ['its configuration names no region'] });
    const software = await topology('tosca.nodes.SoftwareComponent');
    const { lacks, blueprint } = stackReach.fit(software, { ...provider, stack });
    expect([lacks.length, blueprint]).toEqual([1, undefined]);
  });
});

describe('a template whose machines are many and large', () => {
  const users = (count: number) =>
    Array.from({ length: 20 }, (_, index) => ({
      os_user_name: `user${index}`,
      os_user_ssh_public_key: `ssh-rsa ${'A'.repeat(370)}${index}`,
    })).slice(0, count);
  const lacksOf = async (count: number) => {
    const properties = JSON.stringify({ os_users: users(20) });
    const capabilities = `{scalable: {properties: {count: ${count}, max_instances: 200}}}`;
    const asked = await topologyOf(`tosca_definitions_version: tosca_simple_yaml_1_3
imports: [https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml]
topology_template: {node_templates: {server: {type: tosca.nodes.indigo.Compute, properties: ${properties}, capabilities: ${capabilities}}}}`);
    return stackReach.fit(asked, { ...provider, stack }).lacks;
  };

  it('drops the provider when no stack takes it', async () => {
    expect(await lacksOf(60)).toEqual([]);
    expect(await lacksOf(150)).toEqual([
      expect.stringMatching(/^the template becomes \d{7} bytes for CloudFormation, and a stack may have 1000000: ask/),
    ]);
  });
});

describe('a type of AWS that an operator may allow', () => {
  it.each(['AWS::SNS::Topic', 'AWS::SNS::*', 'Mine2::Own::Type'])('is %s', (pattern) => {
    expect(mayBeAllowed(pattern)).toBe(true);
  });

  it.each([
    ...['AWS::*', '*', 'AWS::SNS::Topic::More', ' AWS::SNS::Topic', 'AWS::SNS::To*', 'AWS::SNS::', 'AWS::S-S::Topic'],
    ...['AWS::IAM::Role', 'AWS::IAM::*', 'AWS::CloudFormation::Stack', 'AWS::Organizations::Account', 'AWS::SSO::*'],
    ...['Custom::Own::Type', 'AWS::RolesAnywhere::Profile', 'AWS::IdentityStore::Group'],
  ])('is not %s', (pattern) => {
    expect(mayBeAllowed(pattern)).toBe(false);
  });

  it('is none that gives rights or makes further resources', () => {
    expect(
      ['AWS::IAM::Role', 'Custom::Anything', 'AWS::CloudFormation::CustomResource'].filter(isNeverAllowed),
    ).toHaveLength(3);
    expect(['AWS::SNS::Topic', 'AWS::IAMother::Role', 'My::AWS::IAM::Role'].filter(isNeverAllowed)).toEqual([]);
  });
});
