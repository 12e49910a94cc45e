/** The order and the operators that the guide of IAM documents, as a table. */

import { describe, expect, it } from 'vitest';
import { decide, type Policies } from '../../../../../local/sandbox/aws/iam/decision.ts';
import type { Context, Statement } from '../../../../../local/sandbox/aws/iam/policy.ts';

const allow = (Action: string, Resource = '*', Condition?: Statement['Condition']): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition && { Condition }),
});
const deny = (Action: string, Resource = '*', Condition?: Statement['Condition']): Statement => ({
  ...allow(Action, Resource, Condition),
  Effect: 'Deny',
});

const request = (context: Context = {}) => ({ action: 's3:GetObject', resource: 'arn:aws:s3:::b/k', context });
const verdict = (policies: Policies, context?: Context): string => {
  const found = decide(policies, request(context));
  return found.allowed ? 'allowed' : `${found.explicit ? 'explicit' : 'implicit'} by ${found.by}`;
};

describe('the order of policies', () => {
  it.each<[string, Policies, string]>([
    ['nothing says anything', { identity: [] }, 'implicit by identity-based policy'],
    ['one statement allows it', { identity: [allow('s3:GetObject')] }, 'allowed'],
    ['a Deny beats every Allow', { identity: [allow('*'), deny('s3:*')] }, 'explicit by identity-based policy'],
    ['a Deny of something else', { identity: [allow('s3:*'), deny('s3:PutObject')] }, 'allowed'],
    ['a boundary alone gives nothing', { identity: [], boundary: [allow('*')] }, 'implicit by identity-based policy'],
    [
      'a boundary that lacks it',
      { identity: [allow('*')], boundary: [allow('sqs:*')] },
      'implicit by permissions boundary',
    ],
    ['a boundary that has it', { identity: [allow('*')], boundary: [allow('s3:*')] }, 'allowed'],
    [
      'a Deny in a boundary',
      { identity: [allow('*')], boundary: [allow('*'), deny('s3:*')] },
      'explicit by permissions boundary',
    ],
    ['a policy of the session that lacks it', { identity: [allow('*')], session: [] }, 'implicit by session policy'],
    ['all three have it', { identity: [allow('*')], boundary: [allow('*')], session: [allow('*')] }, 'allowed'],
    [
      'a Deny of the identity comes before a silent boundary',
      { identity: [deny('*')], boundary: [] },
      'explicit by identity-based policy',
    ],
  ])('%s', (_, policies, expected) => expect(verdict(policies)).toBe(expected));
});

describe('actions and resources', () => {
  it.each<[string, Statement, boolean]>([
    ['names of actions do not depend on case', allow('S3:getobject'), true],
    ['a wildcard within a name', allow('s3:Get*ect'), true],
    ['? is one character', allow('s3:GetObjec?'), true],
    ['? is not none', allow('s3:GetObject?'), false],
    ['ARNs depend on case', allow('s3:*', 'arn:aws:s3:::B/k'), false],
    ['* in an ARN crosses slashes and colons', allow('s3:*', 'arn:*k'), true],
    ['a dot is a dot', allow('s3:*', 'arn.aws.s3...b.k'), false],
    ['NotAction has all others', { Effect: 'Allow', NotAction: ['sqs:*'], Resource: '*' }, true],
    ['NotAction without this one', { Effect: 'Allow', NotAction: ['s3:*'], Resource: '*' }, false],
    ['NotResource', { Effect: 'Allow', Action: '*', NotResource: 'arn:aws:s3:::b/*' }, false],
    ['a variable of the request', allow('s3:*', 'arn:aws:s3:::b/${aws:username}'), true],
    ['a variable that the request lacks fits nothing', allow('s3:*', 'arn:aws:s3:::b/${aws:nobody}*'), false],
    ['a written wildcard is no wildcard', allow('s3:*', 'arn:aws:s3:::b/${*}'), false],
  ])('%s', (_, statement, isAllowed) =>
    expect(decide({ identity: [statement] }, request({ 'aws:username': 'k' })).allowed).toBe(isAllowed),
  );
});

describe('conditions', () => {
  const context = {
    'aws:ResourceTag/Stack': 'toscanini-1',
    'iam:PassedToService': 'ec2.amazonaws.com',
    'aws:TagKeys': ['a', 'b'],
    'aws:SecureTransport': 'true',
  };
  it.each<[Statement['Condition'] & object, boolean]>([
    [{ StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } }, true],
    [{ StringEquals: { 'IAM:passedtoservice': 'ec2.amazonaws.com' } }, true],
    [{ StringEquals: { 'iam:PassedToService': ['x', 'ec2.amazonaws.com'] } }, true],
    [{ StringEquals: { 'iam:PassedToService': 'EC2.amazonaws.com' } }, false],
    [{ StringEqualsIgnoreCase: { 'iam:PassedToService': 'EC2.amazonaws.com' } }, true],
    [{ StringLike: { 'aws:ResourceTag/Stack': 'toscanini-?' } }, true],
    [{ StringLike: { 'aws:ResourceTag/stack': 'toscanini-?' } }, false],
    [{ StringEquals: { 'aws:ResourceTag/Stack': 'toscanini-?' } }, false],
    // a key that is not there
    [{ StringEquals: { 'aws:nobody': 'x' } }, false],
    [{ StringNotEquals: { 'aws:nobody': 'x' } }, true],
    [{ StringEqualsIfExists: { 'aws:nobody': 'x' } }, true],
    [{ Null: { 'aws:nobody': 'true' } }, true],
    [{ Null: { 'iam:PassedToService': 'true' } }, false],
    [{ StringNotLike: { 'iam:PassedToService': ['ecs*', 'ec2*'] } }, false],
    [{ Bool: { 'aws:SecureTransport': true } }, true],
    // keys with several values
    [{ 'ForAllValues:StringEquals': { 'aws:TagKeys': ['a', 'b', 'c'] } }, true],
    [{ 'ForAllValues:StringEquals': { 'aws:TagKeys': ['a'] } }, false],
    [{ 'ForAllValues:StringEquals': { 'aws:nobody': ['a'] } }, true],
    [{ 'ForAnyValue:StringEquals': { 'aws:TagKeys': ['b'] } }, true],
    [{ 'ForAnyValue:StringEquals': { 'aws:nobody': ['a'] } }, false],
    [{ ArnLike: { 'iam:PassedToService': 'ec2.*' } }, true],
    // all of them have to hold
    [{ StringLike: { 'iam:PassedToService': 'ec2*' }, Bool: { 'aws:SecureTransport': 'false' } }, false],
  ])('%o', (condition, isAllowed) =>
    expect(decide({ identity: [allow('*', '*', condition)] }, request(context)).allowed).toBe(isAllowed),
  );

  it('with an operator that is not built are refused', () => {
    expect(() => decide({ identity: [allow('*', '*', { NumericEquals: { x: '1' } })] }, request())).toThrow(
      'NumericEquals',
    );
  });
});
