import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keyActions, previewActions, stackStatements } from '../../../lib/grants/stack-grants.ts';
import { tenantRole } from '../../../lib/grants/tenant-role.ts';

const file = join(import.meta.dirname, '../../../docs/aws-tenant-role.template');

it('is the template that tenants deploy; written anew with -u', async () => {
  await expect(`${JSON.stringify(tenantRole(), null, 2)}\n`).toMatchFileSnapshot(file);
});

it('has the rights of the functions in their own account, and asks for the external id', () => {
  const { AssumeRolePolicyDocument, Policies } = tenantRole().Resources.Role.Properties;
  expect(AssumeRolePolicyDocument.Statement).toMatchObject([
    { Condition: { StringEquals: { 'sts:ExternalId': { Ref: 'ExternalId' } } } },
  ]);
  const given = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  // dry runs have theirs in a function of their own
  const own = [
    ...stackStatements({
      ...{ stacks: ['s'], machines: ['m'], taskRoles: ['t'], machineRoles: ['r'], scripts: ['d'] },
      ...{ keyPairs: ['p'], keys: ['k'], secrets: ['i'] },
    }),
    { actions: previewActions, conditions: undefined },
    { actions: keyActions, conditions: undefined },
  ];
  expect(given.map(({ Action, Condition }) => [Action, Condition])).toEqual(
    own.map(({ actions, conditions }) => [actions, conditions]),
  );
  expect(JSON.stringify(given)).not.toContain('"Resource":["stacks"]');
});
