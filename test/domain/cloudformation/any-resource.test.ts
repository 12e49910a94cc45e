import { describe, expect, it } from 'vitest';
import { holdsDynamicReference } from '../../../src/domain/cloudformation/dynamic-references.ts';
import { later } from '../../../src/domain/cloudformation/values/later.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { reasonsOf, stackOf } from './translated.ts';

const offer = { region: 'eu-west-1', allowedTypes: ['AWS::SNS::*', 'AWS::DynamoDB::Table'] };

const resource = (type: string, properties = '{}', more = '') =>
  `other: {type: toscanini.nodes.aws.Resource, properties: {type: '${type}', properties: ${properties}${more}}}`;

describe('a resource of a type that the operator allows', () => {
  it('has its properties as they are, and values of other nodes where they stand', async () => {
    const nodes = `${resource(
      'AWS::DynamoDB::Table',
      "{BillingMode: PAY_PER_REQUEST, Deep: [{at: {concat: ['tcp://', {get_attribute: [server, private_address]}]}}, {id: {get_attribute: [server, tosca_id]}}]}",
      ', on_deletion: retain',
    )}
server: {type: tosca.nodes.Compute}`;
    const { resources } = await stackOf(nodes, { offer });
    expect(resources['other']).toEqual({
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        Deep: [
          { at: { 'Fn::Join': ['', ['tcp://', { 'Fn::GetAtt': ['serverserver0', 'PrivateIp'] }]] } },
          { id: { Ref: 'serverserver0' } },
        ],
      },
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Metadata: { toscanini: { node: 'other' } },
    });
  });

  it('tells its id and any of its attributes', async () => {
    const outputs = `id: {value: {get_attribute: [other, id]}}
arn: {value: {get_attribute: [other, attributes, TopicArn]}}
same: {value: {get_attribute: [other, tosca_id]}}`;
    const { outputs: found } = await stackOf(resource('AWS::SNS::Topic'), { offer, outputs });
    expect(Object.values(found).map(({ Value }) => Value)).toEqual([
      { Ref: 'other' },
      { 'Fn::GetAtt': ['other', 'TopicArn'] },
      { Ref: 'other' },
    ]);
  });

  it.each([
    [
      'AWS::SQS::Queue',
      'is of the type AWS::SQS::Queue, which is not allowed here (these are: AWS::SNS::*, AWS::DynamoDB::Table): the operator allows types by stack.allowedTypes',
    ],
    [
      'AWS::IAM::Role',
      'is of the type AWS::IAM::Role, which no template may make, since it gives rights or makes others',
    ],
    [
      'AWS::DynamoDB::TableX',
      'is of the type AWS::DynamoDB::TableX, which is not allowed here (these are: AWS::SNS::*, AWS::DynamoDB::Table): the operator allows types by stack.allowedTypes',
    ],
  ])('and no other: %s', async (type, why) => {
    expect(await reasonsOf(resource(type), { offer })).toEqual([`node other (toscanini.nodes.aws.Resource) ${why}`]);
  });

  it('is made nowhere unless the operator says so', async () => {
    expect(await reasonsOf(resource('AWS::SNS::Topic'))).toEqual([
      'node other (toscanini.nodes.aws.Resource) is of the type AWS::SNS::Topic, which is not allowed here (none is): the operator allows types by stack.allowedTypes',
    ]);
    const all = { region: 'eu-west-1', allowedTypes: ['AWS::IAM::*', 'AWS::CloudFormation::Stack'] };
    for (const type of ['AWS::IAM::Role', 'AWS::CloudFormation::Stack'])
      expect((await reasonsOf(resource(type), { offer: all }))[0]).toContain('which no template may make');
  });

  it.each([
    ["{A: {'Fn::ImportValue': x}}", 'Fn::ImportValue'],
    ["{A: [{B: {'Fn::Transform': x}}]}", 'Fn::Transform'],
    ["{A: {'Fn::Join': ['', [a]]}}", 'Fn::Join'],
  ])('carries out no function that puts texts together or reads elsewhere: %s', async (properties, name) => {
    expect(await reasonsOf(resource('AWS::SNS::Topic', properties), { offer })).toEqual([
      `node other (toscanini.nodes.aws.Resource) uses ${name} in its properties, and only Ref, Fn::GetAtt are carried out there`,
    ]);
  });
});

describe('a dynamic reference', () => {
  const refers = '{{resolve:secretsmanager:toscanini/providers/x}}';

  it.each([
    ['a property', resource('AWS::SNS::Topic', `{DisplayName: '${refers}'}`)],
    [
      'a text that is put together',
      `${resource('AWS::SNS::Topic', "{DisplayName: {concat: ['{{res', 'olve:ssm:', {get_attribute: [server, private_address]}, '}}']}}")}\nserver: {type: tosca.nodes.Compute}`,
    ],
    [
      'a variable',
      `other: {type: toscanini.nodes.aws.ContainerService, properties: {image: a, environment: {A: '${refers}'}}}`,
    ],
    ['a tag', `other: {type: tosca.nodes.indigo.Compute, properties: {tags: {A: '${refers}'}}}`],
  ])('in %s drops the provider, since it would be read with the rights of this service', async (_, nodes) => {
    const reasons = await reasonsOf(nodes, { offer });
    expect(reasons).toEqual([
      expect.stringMatching(
        /^node other \(\S+\) holds a dynamic reference \(\{\{resolve:\.\.\.\}\}\), which would be read with the rights of this service$/,
      ),
    ]);
  });

  it.each<[Json, boolean]>([
    ['{{ resolve: x', true],
    ['resolve', false],
    [{ 'Fn::Join': ['e', ['{{r', 'solv', ':x']] }, true],
    [{ 'Fn::Join': ['', ['{{', { Ref: 'a' }, 'resolve:']] }, false],
    [
      later({
        is: 'joined',
        separator: '',
        parts: [
          { is: 'text', text: '{' },
          { is: 'joined', separator: '', parts: [{ is: 'text', text: '{resolve:' }] },
        ],
      }),
      true,
    ],
  ])('%j is one: %s', (value, expected) => {
    expect(holdsDynamicReference(value)).toBe(expected);
  });
});

describe('a queue', () => {
  it('is one of SQS', async () => {
    const { resources, outputs } = await stackOf(
      'queue: {type: toscanini.nodes.aws.Queue, properties: {ordered: true, visibility_seconds: 30, keep_days: 2}}',
      { outputs: 'arn: {value: {get_attribute: [queue, arn]}}' },
    );
    expect(resources['queue']).toMatchObject({
      Type: 'AWS::SQS::Queue',
      Properties: {
        FifoQueue: true,
        SqsManagedSseEnabled: true,
        VisibilityTimeout: 30,
        MessageRetentionPeriod: 172_800,
      },
    });
    expect(outputs['arn']?.Value).toEqual({ 'Fn::GetAtt': ['queue', 'Arn'] });
  });
});

describe('a property that refers to something', () => {
  const server = '\nserver: {type: tosca.nodes.Compute}';
  it.each([
    ['{ A: [{ B: { Ref: Secret } }] }', 'Secret'],
    ["{ A: { 'Fn::GetAtt': [other, Arn] }, B: { 'Fn::GetAtt': [Nobody, Arn] } }", 'Nobody'],
    ["{ A: { 'Fn::GetAtt': Nobody.Arn } }", 'Nobody'],
    ['{ A: { Ref: AWS::Secret } }', 'AWS::Secret'],
  ])('that the stack does not have is refused before it is made: %s', async (properties, name) => {
    expect(await reasonsOf(resource('AWS::SNS::Topic', properties) + server, { offer })).toEqual([
      expect.stringContaining(`node other (toscanini.nodes.aws.Resource) refers to "${name}" in its properties`),
    ]);
  });

  it('of the stack or of AWS is written as it is', async () => {
    const properties = "{ A: { Ref: AWS::Region }, B: { Ref: files }, C: { 'Fn::GetAtt': [files, Arn] } }";
    const nodes = `${resource('AWS::SNS::Topic', properties)}\nfiles: {type: tosca.nodes.ObjectStorage, properties: {name: f}}`;
    const { resources } = await stackOf(nodes, { offer });
    expect(resources['other']?.Properties).toEqual({
      A: { Ref: 'AWS::Region' },
      B: { Ref: 'files' },
      C: { 'Fn::GetAtt': ['files', 'Arn'] },
    });
  });
});
