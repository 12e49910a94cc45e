/** What an update makes of a node that keeps its name and becomes something else. */

import { expect, it } from 'vitest';
import { planned, region, sandboxForTests, server } from './deployer-on-sandbox.ts';

const { aws, deployer, made } = sandboxForTests();

const bucket = { type: 'tosca.nodes.ObjectStorage', properties: { name: 'files' } };
const database = { type: 'tosca.nodes.Database', properties: { name: 'shop', port: 3306 } };

/** Logical ids and ids at AWS of the parts of these types. */
const standing = async (stack: string, ...types: readonly string[]) => {
  const { StackResourceSummaries = [] } = await aws()
    .of(region)
    .cloudFormation.listStackResources({ StackName: stack });
  return StackResourceSummaries.flatMap((one) =>
    types.includes(one.ResourceType ?? '') ? [`${one.LogicalResourceId} ${one.PhysicalResourceId}`] : [],
  );
};

const changed = async (stack: string, nodes: object, outputs: object = {}) => {
  await deployer().update(stack, await planned({ web: server(), ...nodes }, outputs));
  aws().pass(7_200);
  const { change, reason } = await deployer().status(stack);
  expect({ is: change?.is, reason }).toEqual({ is: 'done' });
};

const kinds = ['AWS::S3::Bucket', 'AWS::RDS::DBInstance'];

it('is made, and what it was goes', async () => {
  const stack = await made({ web: server(), store: bucket });
  const address = { value: { get_attribute: ['store', 'database_endpoint', 'ip_address'] } };
  await changed(stack, { store: database }, { address });
  const [only = '', ...others] = await standing(stack, ...kinds);
  expect([only.split(' ')[0], others]).toEqual(['storeRDSDBInstance', []]);
  expect(await deployer().outputs(stack)).toHaveProperty('address');
});

it('stays the same one in later updates, and may become what it was', async () => {
  const stack = await made({ web: server(), store: bucket });
  await changed(stack, { store: database });
  const before = await standing(stack, 'AWS::RDS::DBInstance');
  await changed(stack, { store: database, more: bucket });
  expect(await standing(stack, 'AWS::RDS::DBInstance')).toEqual(before);
  await changed(stack, { store: bucket });
  expect((await standing(stack, ...kinds)).map((one) => one.split(' ')[0])).toEqual(['store']);
});

it('leaves a node alone that is called as its id would be', async () => {
  const stack = await made({ web: server(), store: bucket, storeRDSDBInstance: database });
  const before = await standing(stack, 'AWS::RDS::DBInstance');
  await changed(stack, { store: bucket, more: bucket, storeRDSDBInstance: database });
  expect(await standing(stack, 'AWS::RDS::DBInstance')).toEqual(before);
});
