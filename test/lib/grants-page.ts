import type { Template } from 'aws-cdk-lib/assertions';
import type { ConfigurationInput } from '../../lib/configuration/configuration.ts';
import { grantsOf, grantsTable, otherRolesOf, roleGrantsOf, table, trustOf, workflowGrantsOf } from './grants.ts';
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

test/lib/grants/grants.test.ts makes this page from the synthesised templates. So a reviewer sees each changed grant as a change of this
page. After an intended change, run \`npx vitest run test/lib/grants/grants.test.ts -u\`. The configuration enables everything that needs
a grant: an issuer with a token exchange, secrets in both stores, a key and a bucket of others, producers in other accounts, storage elements, a network,
mail for alarms.
Wildcards are allowed only for ids that are not known yet (objects of one folder, executions of one workflow, the last six characters of a
secret's ARN) and for a folder of secrets. The test has the list of them.`;

/** docs/grants.md. Its jobs stack is that of the installation's own queue. */
export const grantsPage = (data: Template, service: Template, jobs: Template): string => {
  const policies = [data, service, jobs].flatMap(resourcePoliciesOf);
  return [
    preface,
    '## Functions\n\nEach may also write to the log group of functions.',
    grantsTable('Function', grantsOf(service)),
    '## Workflows',
    grantsTable('Workflow', workflowGrantsOf(service)),
    '## Roles\n\nWho may assume a role, and on which condition:',
    bullets(trustOf(service)),
    'Roles that belong to no function and no workflow, with their AWS managed policies:',
    bullets(otherRolesOf(service)),
    `## Roles of jobs

An installation with its own job queue has these roles too, in a stack of its own (decisions/0043-the-own-job-queue.md).`,
    grantsTable('Role', roleGrantsOf(jobs)),
    bullets(trustOf(jobs)),
    '## Policies of resources',
    table(
      ['Resource', 'Effect', 'Principal', 'Actions', 'Condition'],
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
