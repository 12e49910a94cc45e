import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import type { ConfigurationInput } from '../../../lib/configuration/configuration.ts';
import { tenantRole } from '../../../lib/grants/tenant-role.ts';
import installation from '../../e2e/aws-data/installation.config.ts';
import { exampleConfiguration, templates } from '../stacks.ts';
import { faultsOf } from './judged.ts';
import { type SynthesisedTemplate, statementsOf } from './statements.ts';

/** The room has synthesised the example already; the other one has stacks, jobs and storage elements. */
const configurations: readonly (readonly [string, ConfigurationInput])[] = [
  ['the example', exampleConfiguration],
  ['the installation in the sandbox', installation],
];

const synthesised = (configuration: ConfigurationInput): readonly SynthesisedTemplate[] =>
  Object.values(templates(configuration)).flatMap((one: Template | undefined) =>
    one === undefined ? [] : [one.toJSON() as SynthesisedTemplate],
  );

const faultsIn = async (all: readonly SynthesisedTemplate[]) => {
  const statements = await statementsOf(all);
  expect(statements.length).toBeGreaterThan(5);
  return [...new Set((await Promise.all(statements.map(faultsOf))).flat())];
};

describe('every policy', () => {
  it.each(configurations)('of %s has only what its actions support', async (_, configuration) => {
    expect(await faultsIn(synthesised(configuration))).toEqual([]);
  });

  it('of a tenant has only what its actions support', async () => {
    expect(await faultsIn([tenantRole() as unknown as SynthesisedTemplate])).toEqual([]);
  });
});

describe('a policy', () => {
  const one = {
    owner: 'A',
    actions: ['s3:ListBucket'],
    resources: ['arn:aws:s3:::files'],
    conditionKeys: ['s3:prefix'],
  };

  it.each([
    ['that is right', {}, []],
    ['with an action that does not exist', { actions: ['s3:ListObjectsV2'] }, [/does not exist/, /none of/]],
    ['with a resource of another kind', { resources: ['arn:aws:s3:::files/*'] }, [/is never about/, /none of/]],
    ['with a resource too many', { resources: ['*', 'arn:aws:sqs:eu-west-1:1:files'] }, [/none of/]],
    [
      'with a resource where there is none',
      { actions: ['s3:ListAllMyBuckets'], conditionKeys: [] },
      [/is never about/, /none of/],
    ],
    ['with a key of another action', { conditionKeys: ['s3:x-amz-acl', 'aws:SourceAccount'] }, [/has no s3:x-amz-acl/]],
    ['with a key for tags that it does not have', { conditionKeys: ['aws:RequestTag/a'] }, [/has no aws:RequestTag/]],
  ])('%s', async (_, change, faults) => {
    expect(await faultsOf({ ...one, ...change })).toEqual(faults.map((each) => expect.stringMatching(each)));
  });
});
