import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { buildApp } from '../../lib/app.ts';
import type { ConfigurationInput } from '../../lib/configuration/configuration.ts';

export const exampleConfiguration = {
  issuers: [{ issuer: 'https://iam.example.org/', groupsClaim: 'groups', adminGroup: 'admins' }],
  infrastructureManager: { url: 'https://im.example.org' },
  providers: [
    { id: 'one', name: 'One', priority: 1, credentials: { type: 'OpenStack' }, secret: 'toscanini/providers/one' },
    { id: 'two', name: 'Two', priority: 2, credentials: { type: 'EC2' } },
  ],
} satisfies ConfigurationInput;

interface Stacks {
  readonly data: Stack;
  readonly service: Stack;
  readonly jobs: Stack | undefined;
}

/** The stacks, without bundling any function: the templates are the same but for asset hashes. */
export const stacks = (configuration: ConfigurationInput = exampleConfiguration): Stacks => {
  const app = buildApp(configuration);
  const { name = 'toscanini' } = configuration;
  return {
    data: app.node.findChild(`${name}-data`) as Stack,
    service: app.node.findChild(`${name}-service`) as Stack,
    jobs: app.node.tryFindChild(`${name}-jobs`) as Stack | undefined,
  };
};

interface Templates {
  readonly data: Template;
  readonly service: Template;
  /** of the installation's own job queue, if it has one */
  readonly jobs: Template | undefined;
}

/** By configuration: synthesis takes seconds, and the files of this room share a process. */
const made = new Map<string, Templates>();

/** Of one synthesis for all tests with this configuration: only to be read. */
export const templates = (configuration: ConfigurationInput = exampleConfiguration): Templates => {
  const key = JSON.stringify(configuration);
  const known = made.get(key) ?? synthesised(configuration);
  made.set(key, known);
  return known;
};

export const synthesised = (configuration?: ConfigurationInput): Templates => {
  const { data, service, jobs } = stacks(configuration);
  const [ofData, ofService] = [Template.fromStack(data), Template.fromStack(service)];
  return { data: ofData, service: ofService, jobs: jobs && Template.fromStack(jobs) };
};

/** The state machines, as the tests of templates call them. */
export const workflows: readonly string[] = [
  'actonresource',
  'attemptprovider',
  'backfillschedule',
  'createdeployment',
  'deletedeployment',
  'fireschedule',
  'notifycallback',
  'updatedeployment',
];
