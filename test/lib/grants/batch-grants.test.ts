import { describe, expect, it } from 'vitest';
import { configuration } from '../../../lib/configuration/configuration.ts';
import { statementsIn } from '../policies.ts';
import { exampleConfiguration, templates } from '../stacks.ts';

const { infrastructureManager: _, ...without } = exampleConfiguration;
const batch = {
  region: 'eu-west-1',
  queues: [{ name: 'jobs' }],
  executionRoleArn: 'arn:aws:iam::111111111111:role/start-jobs',
};
const jobs = (more: object = {}) => ({
  id: 'jobs',
  name: 'Jobs',
  deployer: 'batch' as const,
  batch: { ...batch, ...more },
});

const statementsOf = (
  provider: object,
): readonly { Action: string | string[]; Resource: unknown; Condition?: unknown }[] => {
  const { service: template } = templates({ ...without, providers: [provider] } as Parameters<typeof templates>[0]);
  const managed = Object.values(template.findResources('AWS::IAM::ManagedPolicy'));
  return [...statementsIn(template), ...managed.flatMap(({ Properties }) => Properties.PolicyDocument.Statement)];
};

describe('a provider of AWS Batch', () => {
  it('needs no Infrastructure Manager', () => {
    expect(configuration({ ...without, providers: [jobs()] }).infrastructureManager).toBeUndefined();
  });

  it("gives rights to the installation's own queue and roles where it names none", () => {
    const statements = statementsOf({ id: 'jobs', name: 'Jobs', deployer: 'batch' });
    const of = (action: string) =>
      JSON.stringify(statements.filter(({ Action }) => [Action].flat().includes(action)).map((one) => one.Resource));
    expect(of('batch:SubmitJob')).toContain('job-queue/toscanini-jobs');
    for (const role of ['toscanini-start-jobs-', 'toscanini-jobs-'])
      expect(of('iam:PassRole')).toContain(`role/${role}`);
  });

  it('gives rights to definitions by their names, to its queues, to jobs by their tag, and to its own roles', () => {
    const statements = statementsOf(jobs());
    const of = (action: string) => {
      const found = statements.filter(({ Action }) => [Action].flat().includes(action));
      expect(found.length, action).toBeGreaterThan(0);
      return found;
    };
    for (const { Resource } of of('batch:SubmitJob')) {
      expect(JSON.stringify(Resource)).toContain('job-queue/jobs');
      expect(JSON.stringify(Resource)).toContain('job-definition/toscanini-????????-');
    }
    for (const { Condition } of of('batch:TerminateJob'))
      expect(JSON.stringify(Condition)).toContain('aws:ResourceTag/toscanini:infrastructure');
    for (const { Resource } of of('iam:PassRole')) expect(Resource).toBe(batch.executionRoleArn);
    for (const { Resource } of of('logs:GetLogEvents'))
      expect(JSON.stringify(Resource)).toContain('log-group:/aws/batch/job:*');
  });
});
