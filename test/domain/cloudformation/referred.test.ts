import { describe, expect, it } from 'vitest';
import { withReferred } from '../../../src/domain/cloudformation/machines/referred.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const inForce = {
  Parameters: { Image: { Type: 'String' } },
  Resources: {
    group: { Type: 'AWS::EC2::SecurityGroup', Properties: { VpcId: { Ref: 'network' } } },
    network: { Type: 'AWS::EC2::VPC' },
    subnet: { Type: 'AWS::EC2::Subnet' },
  },
};
const added = (...values: readonly Json[]) => {
  const { Parameters, Resources } = withReferred({ Resources: {} }, inForce, values) as Partial<typeof inForce>;
  return [...Object.keys(Parameters ?? {}), ...Object.keys(Resources ?? {})].toSorted();
};

describe('a value that is kept from the template in force', () => {
  it.each<[string, Json, readonly string[]]>([
    ['a parameter', { Ref: 'Image' }, ['Image']],
    ['a resource, and what that needs', { 'Fn::GetAtt': ['group', 'GroupId'] }, ['group', 'network']],
    ['both, deep in lists', [{ 'Fn::Join': ['', [{ Ref: 'subnet' }, { Ref: 'Image' }]] }], ['Image', 'subnet']],
  ])('brings what it refers to: %s', (_, value, names) => {
    expect(added(value)).toEqual(names);
  });

  it.each<[string, Json]>([
    ['nothing', null],
    ['a text', 'Image'],
    ['a number', 80],
    ['a name that is no text', { Ref: ['Image'] }],
    ['an attribute of nothing', { 'Fn::GetAtt': [] }],
    ['an attribute of no name', { 'Fn::GetAtt': [80, 'subnet'] }],
    ['what was never there', { Ref: 'AWS::Region' }],
  ])('brings nothing where it refers to nothing: %s', (_, value) => {
    expect(added(value)).toEqual([]);
  });

  it('leaves what the new template has as it is', () => {
    const template = { Resources: { subnet: { Type: 'Mine' } } };
    expect(withReferred(template, inForce, [{ Ref: 'subnet' }])).toBe(template);
  });
});
