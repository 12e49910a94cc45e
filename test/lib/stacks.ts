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

export const templates = (configuration?: ConfigurationInput): { data: Template; service: Template } => {
  const { data, service } = stacks(configuration);
  return { data: Template.fromStack(data), service: Template.fromStack(service) };
};

/** The state machines, as the tests of templates call them. */
export const workflows: readonly string[] = [
  'actonresource',
  'attemptprovider',
  'createdeployment',
  'deletedeployment',
  'fireschedule',
  'notifycallback',
  'updatedeployment',
];
