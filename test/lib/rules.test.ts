import { beforeAll, describe, expect, it } from 'vitest';
import { everything } from './grants-page.ts';
import { kind, listOf } from './grants-text.ts';
import { templates, workflows } from './stacks.ts';

interface Pattern {
  readonly detail: { readonly stateMachineArn?: unknown };
}

describe('the rules of EventBridge', () => {
  let rules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  beforeAll(() => {
    const { data, service } = templates(everything);
    const found = [data, service].flatMap((template) => Object.entries(template.findResources('AWS::Events::Rule')));
    rules = Object.fromEntries(found.map(([id, { Properties }]) => [kind({ Ref: id }), Properties]));
  });

  const patternOf = (rule: string): Pattern => rules[rule]?.['EventPattern'] as Pattern;
  const targetsOf = (rule: string): readonly string[] =>
    listOf(rules[rule]?.['Targets']).map((target) => kind((target as { readonly Arn: unknown }).Arn));

  it('are these, and all of them are on', () => {
    expect(Object.keys(rules).toSorted()).toEqual([
      'EventsCheckDependencies',
      'EventsCheckDeployments',
      'EventsDriftDetected',
      'EventsEndDeployments',
      'EventsExecutionEnded',
      'EventsSweepOrphans',
      'EventsSweepUnrecorded',
      'EventsSweepWorkflows',
      'IncomingOtherBuckets',
    ]);
    expect(new Set(Object.values(rules).map(({ State }) => State))).toEqual(new Set(['ENABLED']));
  });

  it('tell of every workflow that ended in any way but the good one', () => {
    const { detail, ...pattern } = patternOf('EventsExecutionEnded');
    const { stateMachineArn, ...how } = detail;
    expect(pattern).toEqual({ source: ['aws.states'], 'detail-type': ['Step Functions Execution Status Change'] });
    expect(how).toEqual({ status: ['FAILED', 'TIMED_OUT', 'ABORTED'] });
    expect(listOf(stateMachineArn).map(kind).toSorted()).toEqual(workflows);
    expect(targetsOf('EventsExecutionEnded')).toEqual(['eventsexecutionended']);
  });

  it('start what waits, every minute', () => {
    expect(rules['EventsSweepWorkflows']).toMatchObject({ ScheduleExpression: 'rate(1 minute)' });
    expect(rules['EventsSweepWorkflows']).not.toHaveProperty('EventPattern');
    expect(targetsOf('EventsSweepWorkflows')).toEqual(['eventssweepworkflows']);
  });

  it.each([
    ['CheckDependencies', 'rate(5 minutes)'],
    ['SweepOrphans', 'rate(5 minutes)'],
    ['CheckDeployments', 'rate(3 minutes)'],
    ['EndDeployments', 'rate(5 minutes)'],
    ['SweepUnrecorded', 'rate(1 day)'],
  ])('run by the clock, and repeat nothing: %s', (name, rate) => {
    expect(rules[`Events${name}`]).toMatchObject({ ScheduleExpression: rate });
    expect(rules[`Events${name}`]?.['Targets']).toMatchObject([{ RetryPolicy: { MaximumRetryAttempts: 0 } }]);
    expect(targetsOf(`Events${name}`)).toEqual([`events${name.toLowerCase()}`]);
  });

  it('end the check of a stack that CloudFormation has compared', () => {
    expect(patternOf('EventsDriftDetected')).toMatchObject({
      source: ['aws.cloudformation'],
      'detail-type': ['CloudFormation Drift Detection Status Change'],
      detail: { 'status-details': { 'detection-status': ['DETECTION_COMPLETE', 'DETECTION_FAILED'] } },
    });
    expect(targetsOf('EventsDriftDetected')).toEqual(['eventscheckdeployments']);
  });

  it('hand new files of the configured buckets to the queue, and of no others', () => {
    expect(patternOf('IncomingOtherBuckets')).toEqual({
      source: ['aws.s3'],
      'detail-type': ['Object Created'],
      detail: { bucket: { name: ['their-bucket'] } },
    });
    expect(targetsOf('IncomingOtherBuckets')).toEqual(['IncomingQueue']);
  });

  it('try for a day what cannot be handed over, then keep it', () => {
    for (const name of ['EventsExecutionEnded', 'EventsSweepWorkflows'])
      expect(rules[name]?.['Targets']).toMatchObject([
        {
          DeadLetterConfig: { Arn: { 'Fn::GetAtt': [expect.stringMatching(/^EventsDeadLetters/), 'Arn'] } },
          RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
        },
      ]);
    expect(rules['IncomingOtherBuckets']?.['Targets']).toMatchObject([
      { DeadLetterConfig: { Arn: { 'Fn::GetAtt': [expect.stringMatching(/^IncomingDeadLetters/), 'Arn'] } } },
    ]);
  });
});
