import { describe, expect, it } from 'vitest';
import { readForm } from '../../../../local/sandbox/aws/protocol/form.ts';
import type { Json } from '../../../../local/sandbox/aws/protocol/json.ts';
import { content } from '../../../../local/sandbox/aws/protocol/xml.ts';
import { evaluate, type Scope } from '../../../../local/sandbox/aws/templates/intrinsics.ts';
import { readTemplate } from '../../../../local/sandbox/aws/templates/template.ts';

const template = readTemplate(
  JSON.stringify({
    Resources: { A: { Type: 'AWS::S3::Bucket' } },
    Mappings: { Sizes: { 'eu-west-1': { small: 't3.small' } } },
    Conditions: {
      Large: { 'Fn::Equals': [{ Ref: 'Kind' }, 'large'] },
      Small: { 'Fn::Not': [{ Condition: 'Large' }] },
      Both: { 'Fn::And': [{ Condition: 'Large' }, { Condition: 'Small' }] },
      Either: { 'Fn::Or': [{ Condition: 'Large' }, { Condition: 'Small' }] },
    },
  }),
);

const scope: Scope = {
  template,
  parameters: { Kind: 'small', Names: ['a', 'b'], Port: 80 },
  pseudo: { 'AWS::Region': 'eu-west-1' },
  ref: (name) => `ref-${name}`,
  attribute: (name, attribute) => `${attribute} of ${name}`,
};

const rows: readonly { readonly value: Json; readonly becomes: Json }[] = [
  { value: { Ref: 'A' }, becomes: 'ref-A' },
  { value: { Ref: 'Names' }, becomes: ['a', 'b'] },
  { value: { 'Fn::GetAtt': ['A', 'Arn'] }, becomes: 'Arn of A' },
  { value: { 'Fn::GetAtt': 'A.Endpoint.Port' }, becomes: 'Endpoint.Port of A' },
  { value: { 'Fn::Sub': '${A} ${A.Arn} ${AWS::Region} ${Port} ${!A}' }, becomes: 'ref-A Arn of A eu-west-1 80 ${A}' },
  { value: { 'Fn::Sub': ['${x}-${A}', { x: { Ref: 'Kind' } }] }, becomes: 'small-ref-A' },
  { value: { 'Fn::Join': [',', { Ref: 'Names' }] }, becomes: 'a,b' },
  { value: { 'Fn::Select': ['1', { 'Fn::Split': ['/', 'a/b/c'] }] }, becomes: 'b' },
  { value: { 'Fn::Base64': { Ref: 'Kind' } }, becomes: 'c21hbGw=' },
  { value: { 'Fn::If': ['Large', 1, 2] }, becomes: 2 },
  { value: { 'Fn::If': ['Either', 1, 2] }, becomes: 1 },
  { value: { 'Fn::If': ['Both', 1, 2] }, becomes: 2 },
  { value: { 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, 'small'] }, becomes: 't3.small' },
  { value: { a: { Ref: 'AWS::NoValue' }, b: [{ Ref: 'AWS::NoValue' }, 1] }, becomes: { b: [1] } },
  { value: { a: { 'Fn::If': ['Large', 1, { Ref: 'AWS::NoValue' }] } }, becomes: {} },
];

describe('the functions of a template', () => {
  for (const { value, becomes } of rows) {
    it(`${JSON.stringify(value)} becomes ${JSON.stringify(becomes)}`, () => {
      expect(evaluate(value, scope)).toEqual(becomes);
    });
  }

  for (const { value, words } of [
    { value: { 'Fn::Select': [5, ['a']] }, words: /nonexistent value at index 5/ },
    {
      value: { 'Fn::FindInMap': ['Sizes', 'us-east-1', 'small'] },
      words: /Unable to get mapping for Sizes::us-east-1::small/,
    },
    { value: { 'Fn::Transform': {} }, words: /the sandbox does not know the function Fn::Transform/ },
    { value: { 'Fn::GetAtt': ['A'] }, words: /requires two non-empty parameters/ },
  ]) {
    it(`${JSON.stringify(value)} is refused`, () => {
      expect(() => evaluate(value, scope)).toThrow(words);
    });
  }
});

describe('the forms of the protocols', () => {
  it('read lists and objects of the Query protocol and of EC2', () => {
    expect(
      readForm('A.member.1.K=a&A.member.2.K=b&A.member.10.K=c&Filter.1.Name=n&Filter.1.Value.1=x&Tags=&B=true'),
    ).toEqual({
      A: [{ K: 'a' }, { K: 'b' }, { K: 'c' }],
      Filter: [{ Name: 'n', Value: ['x'] }],
      Tags: '',
      B: 'true',
    });
  });

  it('escape what XML gives a meaning', () => {
    expect(content({ A: '<&">\u0001', B: [1, true], C: undefined, D: new Date(0) }, 'member')).toBe(
      '<A>&lt;&amp;&quot;&gt;</A><B><member>1</member><member>true</member></B><D>1970-01-01T00:00:00.000Z</D>',
    );
  });
});
