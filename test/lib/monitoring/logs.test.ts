import type { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../../lib/permissions/permissions.ts';
import { exampleConfiguration, templates } from '../stacks.ts';

/** As CloudFormation names it: the group's own name, which is fixed. */
const groupsOf = (service: Template): ReadonlyMap<string, { readonly name: string; readonly days: number }> =>
  new Map(
    Object.entries(service.findResources('AWS::Logs::LogGroup')).map(([id, { Properties }]) => [
      id,
      { name: Properties.LogGroupName, days: Properties.RetentionInDays },
    ]),
  );

/** The ids of resources that a value refers to. */
const namedIn = (value: unknown): readonly string[] =>
  [...JSON.stringify(value ?? null).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].map(([, id]) => id ?? '');

describe('the logs', () => {
  let service: Template;
  let groups: ReturnType<typeof groupsOf>;
  const namesOf = (value: unknown) => namedIn(value).map((id) => groups.get(id)?.name);
  beforeAll(() => {
    service = templates({ ...exampleConfiguration, name: 'staging' }).service;
    groups = groupsOf(service);
  });

  it('are in three groups, whose names an operator knows beforehand, and expire', () => {
    expect([...groups.values()]).toEqual([
      { name: '/staging/functions', days: 90 },
      { name: '/aws/vendedlogs/states/staging', days: 90 },
      { name: '/staging/access', days: 90 },
    ]);
  });

  it('of all functions are in one of them', () => {
    const functions = Object.values(service.findResources('AWS::Lambda::Function'));
    // the example publishes no events
    expect(functions).toHaveLength(Object.keys(permissions).length - 1);
    for (const { Properties } of functions)
      expect(namesOf(Properties.LoggingConfig.LogGroup)).toEqual(['/staging/functions']);
  });

  it('of all workflows are in one that the resource policy of the account covers by its wildcard', () => {
    const machines = Object.values(service.findResources('AWS::StepFunctions::StateMachine'));
    expect(machines.length).toBeGreaterThan(5);
    for (const { Properties } of machines)
      expect(namesOf(Properties.LoggingConfiguration.Destinations)).toEqual(['/aws/vendedlogs/states/staging']);
  });

  it('need no resource policy of the installation: an account has ten, of 5,120 characters', () => {
    service.resourceCountIs('AWS::Logs::ResourcePolicy', 0);
  });

  it('are asked by saved queries over all three', () => {
    const queries = Object.values(service.findResources('AWS::Logs::QueryDefinition'));
    expect(queries.map(({ Properties }) => Properties.Name)).toEqual([
      'staging/One deployment',
      'staging/What went wrong',
    ]);
    for (const { Properties } of queries)
      expect(Properties.LogGroupNames.flatMap(namesOf)).toEqual([...groups.values()].map(({ name }) => name));
  });
});
