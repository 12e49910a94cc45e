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

/** Both stacks, without bundling any function: the templates are the same but for asset hashes. */
export const stacks = (configuration: ConfigurationInput = exampleConfiguration): { data: Stack; service: Stack } => {
  const app = buildApp(configuration);
  const { name = 'toscanini' } = configuration;
  return {
    data: app.node.findChild(`${name}-data`) as Stack,
    service: app.node.findChild(`${name}-service`) as Stack,
  };
};

/** The stack with the installation's own job queue. */
export const ownJobQueue = (): Stack => buildApp({}).node.findChild('toscanini-jobs') as Stack;

interface Templates {
  readonly data: Template;
  readonly service: Template;
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
  const { data, service } = stacks(configuration);
  return { data: Template.fromStack(data), service: Template.fromStack(service) };
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
