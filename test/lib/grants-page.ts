import type { Template } from 'aws-cdk-lib/assertions';
import type { ConfigurationInput } from '../../lib/configuration/configuration.ts';
import { grantsOf, grantsTable, otherRolesOf, table, trustOf, workflowGrantsOf } from './grants.ts';
import { invokersOf, resourcePoliciesOf } from './grants-resources.ts';
import { exampleConfiguration } from './stacks.ts';

/** Everything switched on that grants something: the most that there can be. */
export const everything = {
  ...exampleConfiguration,
  providers: [
    ...exampleConfiguration.providers,
    { id: 'three', name: 'Three', credentials: { type: 'EC2' }, secret: 'ssm:/toscanini/providers/three' },
  ],
  kmsKeys: ['arn:aws:kms:eu-south-1:111111111111:key/0199a0e0-0000-7000-8000-000000000000'],
  issuers: exampleConfiguration.issuers.map((issuer) => ({
    ...issuer,
    tokenExchange: { clientId: 'toscanini', secret: 'toscanini/exchange' },
  })),
  files: {
    buckets: ['their-bucket'],
    producers: ['222222222222', 'arn:aws:iam::333333333333:role/telescope'],
    elements: [
      { name: 'OWN', bucket: 'incoming' },
      { name: 'FAR', bucket: 'far-bucket', region: 'eu-central-1' },
    ],
  },
  vpc: { vpcId: 'vpc-0123456789abcdef0', subnetIds: ['subnet-0a'], availabilityZones: ['eu-south-1a'] },
  alarms: { email: 'cloud-team@example.org', detailed: true },
  dashboard: true,
} satisfies ConfigurationInput;

const preface = `# Who may do what

Taken from the synthesised templates, and kept by test/lib/grants/grants.test.ts: a change of a grant is a change of this file, for a reviewer to
see. After a wanted change: \`npx vitest run test/lib/grants/grants.test.ts -u\`. The configuration has everything switched on that grants
something: an issuer with an exchange of tokens, secrets in both stores, a key and a bucket of others, producers elsewhere, storage elements, a network,
mail for alarms.
Wildcards stand only for ids that come later: objects of one folder, executions of one workflow, the six characters in which a
secret's ARN ends; and for a folder of secrets. The test has the list of them.`;

/** docs/grants.md. */
export const grantsPage = (data: Template, service: Template): string => {
  const policies = [data, service].flatMap(resourcePoliciesOf);
  return [
    preface,
    '## Functions\n\nBesides, each may write to the log group of functions.',
    grantsTable('Function', grantsOf(service)),
    '## Workflows',
    grantsTable('Workflow', workflowGrantsOf(service)),
    '## Roles\n\nWho may take one, on which condition:',
    bullets(trustOf(service)),
    'Roles of neither a function nor a workflow, with the policies of AWS that they have:',
    bullets(otherRolesOf(service)),
    '## What resources say themselves',
    table(
      ['Resource', 'Says', 'Of whom', 'Actions', 'When'],
      policies.map(({ resource, effect, principal, actions, condition }) => [
        resource,
        effect,
        principal,
        actions,
        condition || 'always',
      ]),
    ),
    '## Who else may invoke a function',
    table(
      ['Function', 'By'],
      [...invokersOf(service)].map(([entry, invokers]) => [entry, invokers.join('<br>')]),
    ),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
};

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
