import { Aspects, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks, type NagPackSuppression, NagSuppressions } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { buildApp } from '../../lib/app.ts';
import type { ConfigurationInput } from '../../lib/configuration/configuration.ts';

/** A rule of cdk-nag that is not kept, and why. */
interface Accepted extends Omit<NagPackSuppression, 'appliesTo'> {
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
    id: 'AwsSolutions-APIG4',
    at: /^Http\/Api$/,
    reason:
      'the token is checked in the functions, by one rule for several issuers: docs/contract/silent-points.md, "Token check"',
  },
  {
    id: 'AwsSolutions-COG4',
    at: /^Http\/Api$/,
    reason: "tokens come from the operators' own OIDC issuers, not from Cognito alone",
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
    at: /^poll\/StateMachine$/,
    reason:
      'a line for each step of each look would be most of all lines: it logs errors, and each function logs what it saw',
  },
  {
    id: 'AwsSolutions-S1',
    at: /^(Files|Incoming\/Bucket)$/,
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

/** What cdk-nag says of an installation beside what is accepted above. It is asked here and not in the app, so that nothing of it is deployed. */
export const findings = (configuration: ConfigurationInput, but: readonly Accepted[] = accepted): readonly string[] => {
  const app = buildApp(configuration);
  const stacks = app.node.children.filter((child) => child instanceof Stack);
  for (const stack of stacks) accept(stack, but);
  Aspects.of(app).add(new AwsSolutionsChecks());
  return stacks.flatMap((stack) =>
    ['findError' as const, 'findWarning' as const]
      .flatMap((find) => Annotations.fromStack(stack)[find]('*', Match.stringLikeRegexp('AwsSolutions-.*')))
      .map(({ id, entry }) => `${id}: ${entry.data}`),
  );
};

const accept = (stack: Stack, but: readonly Accepted[]): void => {
  for (const { at, of, ...rule } of but) {
    const appliesTo = of?.map((one) => (typeof one === 'string' ? one : { regex: `${one}` }));
    const suppression: NagPackSuppression = { ...rule, ...(appliesTo && { appliesTo }) };
    for (const construct of outermost(stack, (path) => at.test(path)))
      NagSuppressions.addResourceSuppressions(construct, [suppression], true);
  }
};

/** The constructs whose path from the stack fits, but none within another one: what is suppressed there is suppressed in them. */
const outermost = (stack: Stack, fits: (path: string) => boolean): readonly IConstruct[] => {
  const within = (construct: IConstruct): readonly IConstruct[] =>
    construct.node.children.flatMap((child) =>
      fits(child.node.path.replace(`${stack.node.path}/`, '')) ? [child] : within(child),
    );
  return fits(stack.node.path) ? [stack] : within(stack);
};
