import { Aspects, Stack } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { buildApp } from '../../lib/app.ts';
import type { ConfigurationInput } from '../../lib/configuration/configuration.ts';
import { exampleConfiguration } from './stacks.ts';

/** A rule of cdk-nag that is not kept, and why. */
interface Accepted {
  readonly id: string;
  readonly reason: string;
  /** paths of the constructs, from their stack */
  readonly at: RegExp;
  /** resources, or policies of AWS, for which the rule is not kept; absent: all of the construct */
  readonly of?: readonly (string | RegExp)[];
}

export const accepted: readonly Accepted[] = [
  {
    id: 'AwsSolutions-APIG2',
    at: /^Http\/Api$/,
    reason: 'each function checks path, query and body by schema, and names every mistake at once',
  },
  {
    id: 'AwsSolutions-APIG3',
    at: /^Http\/Api$/,
    reason: "a web firewall is the installing team's choice",
  },
  {
    id: 'AwsSolutions-APIG6',
    at: /^Http\/Api$/,
    reason:
      'the log group that the gateway makes for it never expires and outlives the stack; errors are in the access log',
  },
  {
    id: 'AwsSolutions-IAM4',
    at: /^Http\/Api$/,
    of: [/^Policy::arn:<AWS::Partition>:iam::aws:policy\/service-role\/AmazonAPIGatewayPushToCloudWatchLogs$/],
    reason: 'the account-wide role with which API Gateway writes its logs is defined by AWS',
  },
  {
    id: 'AwsSolutions-SF1',
    at: /^poll(-backfill)?\/StateMachine$/,
    reason:
      'a line for each step of each look would be most of all lines: it logs errors, and each function logs what it saw',
  },
  {
    id: 'AwsSolutions-S1',
    at: /^(Files|Incoming\/Bucket|Results)$/,
    reason: 'CloudTrail data events serve an audit without a second bucket',
  },
  {
    id: 'AwsSolutions-SMG4',
    at: /^InfrastructureManager$/,
    reason: 'the password is the owner of every infrastructure: another one would lose them all',
  },
  {
    id: 'AwsSolutions-COG2',
    at: /^Users\/Pool$/,
    reason: 'a second factor is offered; whether everybody must have one is decided by the installing team',
  },
  {
    id: 'AwsSolutions-COG8',
    at: /^Users\/Pool$/,
    reason: 'the plus plan costs money for each user; an installation without issuers costs nothing',
  },
  {
    id: 'AwsSolutions-SMG4',
    at: /^CallbackKey$/,
    reason: 'receivers must learn a new key at the same time: docs/operations.md says how',
  },
  {
    id: 'AwsSolutions-IAM5',
    at: /./,
    of: ['Resource::*'],
    reason:
      'log delivery, X-Ray and EC2 know no resource to name; test/lib/grants/grants.test.ts has the list of these actions',
  },
  {
    id: 'AwsSolutions-IAM5',
    at: /./,
    of: [
      /^Resource::.*Files.*\/[a-z]+\/\*$/,
      /^Resource::.*(Incoming|:s3:::[a-z0-9.-]+).*\/(toscanini-replicas\/)?\*$/,
    ],
    reason: 'objects of one folder are named by ids that come later, files by who puts them',
  },
  {
    id: 'AwsSolutions-VPC7',
    at: /^Network$/,
    reason:
      'a log of every connection of jobs would cost more than small jobs; a team that wants one gives its own network',
  },
  {
    id: 'AwsSolutions-IAM5',
    at: /^(Start|Jobs)$/,
    of: [
      /^Resource::arn:.*:logs:/,
      /^Resource::arn:.*:secretsmanager:.*:secret:(rds!|toscanini-containers\/)\*$/,
      /^Resource::arn:.*:ssm:.*:parameter\/toscanini-containers\/\*$/,
    ],
    reason: 'AWS Batch names the streams of logs, RDS and the team the secrets and parameters of containers',
  },
  {
    id: 'AwsSolutions-IAM5',
    at: /^Jobs$/,
    of: [/^Resource::<Results.*\/\*$/],
    reason: 'templates name the objects that their jobs write',
  },
  {
    id: 'AwsSolutions-IAM5',
    at: /./,
    of: [/^Resource::arn:.*:states:.*:execution:.*:\*$/],
    reason: 'executions of one workflow are named by ids that come later',
  },
  {
    id: 'AwsSolutions-IAM5',
    at: /./,
    of: [/^Resource::arn:.*:kms:.*:key\/\*$/],
    reason: 'the key of tokens is named by its alias, in the condition',
  },
  {
    id: 'AwsSolutions-IAM5',
    at: /./,
    of: [
      /^Resource::arn:.*:secretsmanager:.*:secret:[\w-]+\/(providers|issuers)\/\*$/,
      /^Resource::arn:.*:ssm:.*:parameter\/[\w-]+\/(providers|issuers)\/\*$/,
    ],
    reason:
      'secrets of providers and issuers are granted by the folder, so that policies do not grow with their number',
  },
];

interface Finding {
  /** of the construct, from its stack */
  readonly path: string;
  readonly rule: string;
  /** resource, or policy of AWS; empty: the rule is about the whole construct */
  readonly resource: string;
  readonly text: string;
}

/** An installation with a job queue of its own. */
export const withJobs = {
  ...exampleConfiguration,
  providers: [{ id: 'jobs', name: 'Jobs', deployer: 'batch' }],
} satisfies ConfigurationInput;

/** What cdk-nag says of an installation beside what is accepted above. It is asked here and not in the app, so that nothing of it is deployed. */
export const findings = (configuration: ConfigurationInput, but: readonly Accepted[] = accepted): readonly string[] =>
  allFindings(configuration)
    .filter((finding) => !but.some((one) => accepts(one, finding)))
    .map(({ text }) => text);

/** By configuration: cdk-nag takes seconds. */
const known = new Map<string, readonly Finding[]>();

const allFindings = (configuration: ConfigurationInput): readonly Finding[] => {
  const key = JSON.stringify(configuration);
  const found = known.get(key) ?? askedOf(configuration);
  known.set(key, found);
  return found;
};

/**
 * Reads what cdk-nag said of the constructs themselves, after one synthesis: the CDK's `Annotations.fromStack` synthesises
 * the whole app again for each question.
 */
const askedOf = (configuration: ConfigurationInput): readonly Finding[] => {
  const app = buildApp(configuration);
  Aspects.of(app).add(new AwsSolutionsChecks({ reports: false }));
  app.synth();
  return app.node.children
    .filter((child) => child instanceof Stack)
    .flatMap((stack) => stack.node.findAll().flatMap((construct) => saidOf(construct, stack)));
};

const saidOf = ({ node }: IConstruct, stack: Stack): readonly Finding[] =>
  node.metadata
    .filter(({ type, data }) => saying.includes(type) && `${data}`.startsWith('AwsSolutions-'))
    .map(({ data }) => findingOf(node.path.replace(`${stack.node.path}/`, ''), `${data}`, `/${node.path}`));

const saying: readonly string[] = ['aws:cdk:error', 'aws:cdk:warning'];

/** A text of cdk-nag begins with `rule[resource]:` or `rule:`. */
const findingOf = (path: string, said: string, id: string): Finding => {
  const [, rule = '', , resource = ''] = /^([\w-]+)(\[(.*?)\])?: /s.exec(said) ?? [];
  return { path, rule, resource, text: `${id}: ${said}` };
};

/** What is accepted of a construct is accepted of those within it. */
const accepts = ({ id, at, of }: Accepted, { path, rule, resource }: Finding): boolean => {
  if (rule !== id || !outerPaths(path).some((one) => at.test(one))) return false;
  return of === undefined || of.some((one) => (typeof one === 'string' ? one === resource : one.test(resource)));
};

const outerPaths = (path: string): readonly string[] =>
  path.split('/').map((_, n, names) => names.slice(0, n + 1).join('/'));
