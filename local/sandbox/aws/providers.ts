import type { SandboxProvider } from '../sandbox.ts';
import { regions, tenantExternalId, tenantRole } from './world/world.ts';

/** A role of the installation, as its stacks name them in eu-west-1: iam/installation.json. */
const role = (name: string): string => `arn:aws:iam::111111111111:role/toscanini-${name}-eu-west-1`;

/** With the rights of the SSM agent, so that software can run. */
const agentProfile = 'toscanini-machines-eu-west-1';
const taskRole = 'toscanini-tasks-eu-west-1';

/** With it CloudFormation makes the stacks of the first account. */
const serviceRoleArn = role('stacks');

/** One for each region of the first account, after the two clouds, and one in the account of a tenant. */
export const awsProviders: readonly SandboxProvider[] = [
  ...regions.map((region, index) => ({
    id: `sandbox-aws-${region}`,
    name: `Sandbox AWS ${region}`,
    priority: 3 + index,
    deployer: 'cloudformation' as const,
    stack: { region, serviceRoleArn, agentProfile, taskRole, allowedTypes: ['AWS::SNS::*', 'AWS::SQS::*'] },
  })),
  {
    id: 'sandbox-aws-tenant',
    name: 'Sandbox AWS of a tenant',
    priority: 9,
    groups: ['tenant'],
    deployer: 'cloudformation',
    stack: {
      region: 'eu-west-1',
      roleArn: tenantRole,
      serviceRoleArn: tenantRole.replace(/:role\/.*$/, ':role/toscanini-stacks'),
      agentProfile: 'toscanini-machines',
    },
    secret: 'sandbox-aws-tenant',
  },
];

export const awsSecrets = { 'sandbox-aws-tenant': { externalId: tenantExternalId } };

/** AWS Batch in the same regions: only jobs go there. */
export const batchProviders: readonly SandboxProvider[] = regions.map((region, index) => ({
  id: `sandbox-batch-${region}`,
  name: `Sandbox Batch ${region}`,
  priority: 5 + index,
  deployer: 'batch' as const,
  batch: {
    region,
    queues: [{ name: 'toscanini-jobs' }, { name: 'toscanini-gpu', platform: 'EC2', gpus: true }],
    executionRoleArn: role('start-jobs'),
    jobRoleArn: role('jobs'),
    image: 'public.ecr.aws/docker/library/debian:stable-slim',
  },
}));
