import * as v from 'valibot';
import { mayBeAllowed } from '../../domain/cloudformation/services/allowed-types.ts';
import type { DeployerKind } from '../../domain/deployers/kinds.ts';
import { isTagName, isTagValue, tagCharactersInWords, tagLimits } from '../../domain/providers/aws-tags.ts';
import { type Refuse, recordOf, strict, text, wholeNumber } from '../../foundation/shape/schemas.ts';

const subnet = strict({
  id: v.pipe(
    v.string(),
    v.regex(/^subnet-[0-9a-f]+$/, 'expected the id of a subnet, such as subnet-0123456789abcdef0'),
  ),
  /** its Availability Zone */
  zone: text,
});

const subnets = v.union([
  subnet,
  v.pipe(
    v.array(subnet),
    v.minLength(1, 'expected one at least'),
    v.check((all) => new Set(all.map(({ zone }) => zone)).size === all.length, 'expected a zone of its own for each'),
  ),
]);

/** As AWS takes them; names that begin with `aws:` are AWS's, and those with `toscanini:` this service's. */
const tags = v.pipe(
  recordOf(
    v.pipe(
      v.string(),
      v.check(
        (name) => isTagName(name) && !/^(?:toscanini:|name$)/i.test(name),
        `expected the name of a tag: 1 to ${tagLimits.name} ${tagCharactersInWords}, not Name, and not with aws: or toscanini: at its start`,
      ),
    ),
    v.pipe(
      v.string(),
      v.check(isTagValue, `expected 1 to ${tagLimits.value} ${tagCharactersInWords}, and not aws: at the start`),
    ),
  ),
  v.check((all) => Object.keys(all).length <= 20, 'expected 20 at most: the others of 50 are for templates'),
);

export const stackEntries = {
  region: v.pipe(v.string(), v.regex(/^[a-z]{2,4}(-[a-z]+)+-\d$/, 'expected the name of a region, such as eu-south-1')),
  /**
   * a role of another account; the provider's `secret` holds its `externalId`. Absent: the account of this installation
   */
  roleArn: v.optional(
    v.pipe(v.string(), v.regex(/^arn:[a-z-]+:iam::\d{12}:role\/[\w+=,.@/-]+$/, 'expected the ARN of a role')),
  ),
  /**
   * the role with which CloudFormation makes stacks; absent: the one that this installation makes, or toscanini-stacks in
   * another account (docs/aws-tenant-role.template)
   */
  serviceRoleArn: v.optional(
    v.pipe(v.string(), v.regex(/^arn:[a-z-]+:iam::\d{12}:role\/[\w+=,.@/-]+$/, 'expected the ARN of a role')),
  ),
  /** absent: the default VPC of the account */
  vpc: v.optional(
    v.pipe(v.string(), v.regex(/^vpc-[0-9a-f]+$/, 'expected the id of a VPC, such as vpc-0123456789abcdef0')),
  ),
  /**
   * for what has a public address, and for what has none: one, or several in different zones, as databases and load
   * balancers of HTTP need them. Absent: the default subnets
   */
  subnets: v.optional(strict({ public: v.optional(subnets), private: v.optional(subnets) })),
  /** name of the instance profile of every machine; its role has the same name */
  instanceProfile: v.optional(text),
  /**
   * the same, only of machines that run operations; absent: the one that this installation makes, or toscanini-machines in
   * another account (docs/aws-tenant-role.template)
   */
  agentProfile: v.optional(text),
  /**
   * name of the role with which ECS starts containers; absent: the one that this installation makes, or toscanini-tasks in
   * another account (docs/aws-tenant-role.template)
   */
  taskRole: v.optional(v.pipe(v.string(), v.regex(/^[\w+=,.@-]+$/, 'expected the name of a role'))),
  /** sizes that may be used; `*` stands for any characters. Absent: those of src/domain/cloudformation/offers/sizes.ts */
  sizes: v.optional(v.pipe(v.array(text), v.minLength(1, 'expected one at least'))),
  /**
   * types of CloudFormation that templates may name by toscanini.nodes.aws.Resource; `*` stands for all of a service.
   * CloudFormation gets the rights that AWS publishes for them (docs/decisions/0058)
   */
  allowedTypes: v.optional(
    v.array(
      v.pipe(
        v.string(),
        v.check(
          mayBeAllowed,
          'expected a type such as AWS::SQS::Queue or AWS::SNS::*, and none of IAM or CloudFormation: those could give every right',
        ),
      ),
    ),
  ),
  /** type -> IAM actions, for allowed types whose rights AWS does not publish */
  typeActions: v.optional(
    recordOf(
      v.string(),
      v.array(
        v.pipe(
          v.string(),
          v.regex(
            /^(?!(?:iam|sts|sso|organizations):)[a-z0-9-]+:[A-Za-z0-9*]+$/,
            'expected an action such as rds:CreateDBCluster, and none of IAM, STS, SSO or Organizations: those could give every right',
          ),
        ),
      ),
    ),
  ),
  /** names of roles of this account that allowed types may be given; absent: none */
  passRoles: v.optional(v.array(v.pipe(v.string(), v.regex(/^[\w+=,.@/-]+$/, 'expected the name of a role')))),
  /** for everything that is made, such as `{ 'cost-center': 'physics' }`; a stack of before gets them with its next update */
  tags: v.optional(tags),
  /** most machines of one deployment */
  machines: v.optional(v.pipe(wholeNumber, v.minValue(1))),
  /** the team's own images, before AWS's public ones */
  images: v.optional(
    v.array(
      strict({
        id: v.pipe(
          v.string(),
          v.regex(/^ami-[0-9a-f]+$/, 'expected the id of an image, such as ami-0123456789abcdef0'),
        ),
        /** what templates call it (os.image), such as linux-ubuntu-16.04-vmi; without a distribution it is only for those */
        name: v.optional(text),
        distribution: v.optional(text),
        version: v.optional(text),
        architecture: v.optional(v.picklist(['x86_64', 'arm64'])),
        rootDevice: v.optional(text),
        user: v.optional(
          v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_-]{0,31}$/, 'expected the name of a user, such as ubuntu')),
        ),
      }),
    ),
  ),
};

/** What CloudFormation may make at a provider, and where: `stack` of a provider with `deployer: 'cloudformation'`. */
export const stackSchema = strict(stackEntries);

interface Mixed {
  readonly deployer?: DeployerKind | undefined;
  readonly [key: string]: unknown;
}

/** Keys that only the Infrastructure Manager has a use for. */
const managersOwn = [
  'credentials',
  'vault',
  'images',
  'flavors',
  'volumeTypes',
  'networks',
  'region',
  'publicAddresses',
];

/** Refuses what does not go with the kind of a provider's deployer, so that no setting is without effect. */
export const refuseMixed = (providers: readonly Mixed[], refuse: Refuse, ...at: readonly string[]): void => {
  for (const [index, provider] of providers.entries()) {
    const [first = index, ...rest] = [...at, index];
    const path = (key: string): [string | number, ...(string | number)[]] => [first, ...rest, key];
    if (provider.deployer === 'cloudformation') refuseForAws(provider, 'stack', refuse, path);
    else if (provider.deployer === 'batch') refuseForAws(provider, 'batch', refuse, path);
    else refuseForManager(provider, refuse, path);
  }
};

type PathOf = (key: string) => [string | number, ...(string | number)[]];

/** What a provider of each kind on AWS needs under its own key. */
const needed = {
  stack: 'a provider of CloudFormation needs its region, { region }',
  batch: 'a provider of Batch needs its region and its job queues, { region, queues: [{ name }] }',
} as const;

/** Whose key it is, for the provider of another kind. */
const owners = {
  stack: "is for CloudFormation only: set deployer to 'cloudformation'",
  batch: "is for AWS Batch only: set deployer to 'batch'",
} as const;

const refuseForAws = (provider: Mixed, own: keyof typeof needed, refuse: Refuse, path: PathOf): void => {
  const other = own === 'stack' ? 'batch' : 'stack';
  if (provider[own] === undefined) refuse(path(own), `is missing: ${needed[own]}`);
  if (provider[other] !== undefined) refuse(path(other), owners[other]);
  for (const key of managersOwn) {
    if (provider[key] !== undefined)
      refuse(path(key), `is for the Infrastructure Manager only, and this provider's deployer is ${provider.deployer}`);
  }
  const hasRole = (provider[own] as { readonly roleArn?: string } | undefined)?.roleArn !== undefined;
  if (provider['secret'] !== undefined && !hasRole)
    refuse(path('secret'), `is the external id of a role, and ${own}.roleArn names none`);
};

const refuseForManager = (provider: Mixed, refuse: Refuse, path: PathOf): void => {
  if (provider['credentials'] === undefined) refuse(path('credentials'), 'is missing');
  for (const key of ['stack', 'batch'] as const) {
    if (provider[key] !== undefined) refuse(path(key), owners[key]);
  }
};
