import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  executeStatements,
  inspectStatements,
  keyStatements,
  previewStatements,
  stackStatements,
} from '../../../lib/grants/stack-grants.ts';
import { tenantRole } from '../../../lib/grants/tenant-role.ts';
import { arnsIn } from '../../../lib/rights/arns.ts';
import { makingStatements } from '../../../lib/rights/making.ts';
import type { Statement } from '../../../lib/rights/statement.ts';

const file = join(import.meta.dirname, '../../../docs/aws-tenant-role.template');

/** With a template as its body, CloudFormation takes so many bytes (CreateStack). */
const mostBytes = 51_200;

const arns = arnsIn({ partition: 'p', account: 'a' });
const { Resources } = tenantRole();

it('is the template that tenants deploy; written anew with -u', async () => {
  const text = `${JSON.stringify(tenantRole(), null, 2)}\n`;
  expect(text.length).toBeLessThan(mostBytes);
  await expect(text).toMatchFileSnapshot(file);
});

const actionsOf = (statements: readonly { readonly Action: readonly string[] }[]): readonly string[] =>
  [...new Set(statements.flatMap(({ Action }) => Action))].toSorted();
const named = (statements: readonly Statement[]): readonly string[] =>
  [...new Set(statements.flatMap(({ actions }) => actions))].toSorted();

it('has the rights of the functions in their own account, and asks for the external id', () => {
  const { AssumeRolePolicyDocument, Policies } = Resources.Role.Properties;
  expect(AssumeRolePolicyDocument.Statement).toMatchObject([
    { Condition: { StringEquals: { 'sts:ExternalId': { Ref: 'ExternalId' } } } },
  ]);
  const given = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  // dry runs have theirs in a function of their own
  const own = [
    ...stackStatements(arns, ['r']),
    ...previewStatements(arns, ['r']),
    ...executeStatements(arns, ['r']),
    ...keyStatements(arns),
    ...inspectStatements(arns),
  ];
  expect(actionsOf(given)).toEqual(named(own));
  const creating = given.filter(({ Action }) => Action.includes('cloudformation:CreateStack'));
  expect(creating).toMatchObject([
    {
      Condition: {
        StringEquals: {
          'cloudformation:RoleArn': [{ 'Fn::Sub': expect.stringContaining(':role/toscanini-stacks') }],
        },
      },
    },
  ]);
});

it('has a role for CloudFormation with the rights to make resources, which stays and trusts only its own account', () => {
  const { DeletionPolicy, Properties } = Resources.Stacks;
  expect(DeletionPolicy).toBe('Retain');
  expect(Properties.AssumeRolePolicyDocument.Statement).toMatchObject([
    {
      Principal: { Service: 'cloudformation.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    },
  ]);
  const all = Object.entries(Resources as { readonly [id: string]: { readonly Properties: object } });
  const policies = Properties.ManagedPolicyArns.map(({ Ref }) => {
    const found = all.find(([id]) => id === Ref)?.[1].Properties;
    return (found as { PolicyDocument: { Statement: { Action: readonly string[] }[] } }).PolicyDocument.Statement;
  });
  expect(actionsOf(policies.flat())).toEqual(named(makingStatements(arns, { tasks: [], machines: [] })));
});
