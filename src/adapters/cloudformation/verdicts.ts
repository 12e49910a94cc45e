/** Whose fault a failure is, and what to do about it, by what AWS says. */

export interface VerdictOfText {
  /** the template is wrong, at every provider; absent: the next provider may do better */
  readonly blame?: 'work';
  /** it passes by itself: the same provider is tried once more */
  readonly passing?: true;
  /** what the user or the operator can do */
  readonly advice?: string;
}

/** `text`: the reason of an event, without what only AWS's support needs. The first row that fits decides. */
export const verdictOn = (text: string): VerdictOfText =>
  rows.find(([said]) => [said].flat().some((one) => isSaid(one, text)))?.[1] ?? {};

/** What a text holds: an expression, or two with anything between them. One expression for both would take the square of the text. */
type Said = RegExp | { readonly first: RegExp; readonly behind: RegExp };

type Row = readonly [said: Said | readonly Said[], verdict: VerdictOfText];

const isSaid = (said: Said, text: string): boolean => {
  if (said instanceof RegExp) return said.test(text);
  const found = said.first.exec(text);
  return found !== null && said.behind.test(text.slice(found.index + found[0].length));
};

const zones =
  'the operator has to name subnets in two zones (stack.subnets), or to make a default network: aws ec2 create-default-vpc';
const size = 'name a size that this region has, or ask for num_cpus and mem_size instead';
const freePlan = (what: string): VerdictOfText => ({
  advice: `this account is on AWS's free plan, which has ${what}; the operator can leave the free plan (docs/first-deployment.md)`,
});

/**
 * `HandlerErrorCode: InvalidRequest` says nothing about whose fault it is, so the texts do. Only what is known to be about the
 * template blames it; each pattern is the part of the text that stays the same. test/adapters/cloudformation/failure-texts.ts
 * has whole texts, and where each was seen.
 */
const rows: readonly Row[] = [
  // the properties of a resource, checked before anything is made
  [/(Properties|Model|Resource template) validation failed/, { blame: 'work' }],
  [/Encountered unsupported propert|Value of property \S+ must be |Property \S+ cannot be empty/, { blame: 'work' }],
  [/PROPERTY_VALIDATION/, { blame: 'work' }],
  // mostly of the zones of a region, which may be two
  [
    /Fn::Select +cannot select nonexistent value/,
    { advice: 'this region may have fewer zones or subnets than the template selects: deploy in another region' },
  ],
  [/Template error: |Circular dependency between resources/, { blame: 'work' }],
  // one value of the template; which values there are may depend on the region
  [/Member must satisfy enum value set/, { advice: 'correct this value, or deploy in a region that has it' }],
  [/validation errors? detected: Value /, { blame: 'work' }],
  [/is invalid\. Reason: Must be /, { blame: 'work' }],
  [/One or more parameter values were invalid/, { blame: 'work' }],
  [{ first: /Invalid parameter: /, behind: /\bService: Sns\b|\S Reason: / }, { blame: 'work' }],
  [{ first: /MasterUsername /, behind: /cannot be used|is not valid/ }, { blame: 'work' }],
  [{ first: /DBName /, behind: /must begin|is not valid|cannot be used/ }, { blame: 'work' }],
  [/User data is limited to/, { blame: 'work' }],
  [/aws: prefixed tag key names|Duplicate tag keys found/, { blame: 'work' }],

  // roles of services, which AWS makes at the first use
  [
    [/service[- ]linked role/i, { first: /Unable to assume IAM role/i, behind: /:role\/aws-service-role\// }],
    { passing: true, advice: 'if it stays so, the operator has to make it: aws iam create-service-linked-role' },
  ],

  // the role of the configuration with which CloudFormation makes stacks, or one that a resource hands on
  [
    [{ first: /\b[Rr]ole /, behind: /(cannot|could not|can't) be assumed\b/ }, /unable to assume (IAM |the )?role/i],
    {
      advice:
        'the operator has to see that this role exists and that its trust names the service which is to assume it (stack.serviceRoleArn, stack.taskRole)',
    },
  ],

  // new accounts
  [
    /image is not eligible for Free Tier/i,
    freePlan('only images that are free: name a distribution and a version instead of an image'),
  ],
  [
    /not eligible for Free Tier/i,
    freePlan(
      't3.micro, t3.small, t4g.micro, t4g.small, c7i-flex.large and m7i-flex.large: ask for less, or name one of these',
    ),
  ],
  [
    /exceeds the maximum available to free tier/i,
    freePlan('backups of one day: set backup_days of the database to 1 or 0'),
  ],
  [
    { first: /instance size /i, behind: /free plan/i },
    freePlan('databases of the classes db.t3.micro and db.t4g.micro: leave class, num_cpus and mem_size out'),
  ],
  [/FreeTierRestriction|free plan|free tier|upgrade your account plan/i, freePlan('less than this')],
  [
    /being validated|PendingVerification/i,
    { advice: 'AWS still checks this account or region, for up to four hours: try again later' },
  ],
  [
    [
      /account is currently blocked|does not support creating load balancers/i,
      { first: /account /i, behind: /suspended/i },
    ],
    { advice: "only AWS's support can lift this: the operator has to ask it" },
  ],
  [/accept terms and subscribe/, { advice: 'the operator has to accept the terms of this image in AWS Marketplace' }],
  [
    /OptInRequired|not subscribed to this service/,
    { advice: 'the operator has to enable this region or service for the account' },
  ],

  // rights, before images: `Not authorized for images` is about an image
  [
    /Not authorized for images/,
    { advice: 'the image is gone, or its owner does not share it with this account: name another one' },
  ],
  [
    /(service|resource) control policy|tag policy does not allow|Declarative Policy/i,
    { advice: "the rules of the account's organization forbid this: its administrator decides" },
  ],
  [
    /hook\(s\) failed/i,
    { advice: 'a hook that this account has in CloudFormation refuses it: whoever runs the account decides' },
  ],
  [
    /permissions boundary/i,
    { advice: 'the permission boundary of a role forbids this: the operator has to widen it (permissionsBoundary)' },
  ],
  [
    [/Client\.InternalError: Client error on launch|kms:\w/i, { first: /KMS/i, behind: /AccessDenied|InvalidState/i }],
    {
      advice:
        "the account encrypts disks with a key of its own, and the operator has to let this service's role use that key",
    },
  ],
  [
    /not authorized|AccessDenied|Access Denied|UnauthorizedOperation|permissions error performing a tagging operation/i,
    { advice: 'the operator of this provider has to give its role this right' },
  ],
  [
    /Invalid IAM Instance Profile/i,
    { advice: 'the instance profile of the configuration does not exist in this account (stack.instanceProfile)' },
  ],

  // images, sizes and versions that a region has
  [
    [
      /InvalidAMIID|Unable to fetch parameters/i,
      { first: /image id /i, behind: /does not exist|is not valid|malformed/i },
    ],
    { advice: 'name an image of this region, or its distribution and version' },
  ],
  [
    { first: /architecture /i, behind: /does not match the architecture/i },
    { advice: 'name a size for the processors of the image, or an image for those of the size (os.architecture)' },
  ],
  [
    [/InvalidSnapshot/, { first: /snapshot '?snap-/i, behind: /does not exist/ }],
    { advice: 'name a snapshot of this account and region (snapshot_id)' },
  ],
  [
    { first: /volume '?vol-/i, behind: /does not exist|not in the same availability zone/i },
    { advice: 'name a volume of this account, in the zone of its machine (volume_id)' },
  ],
  [
    { first: /certificate /i, behind: /is not valid|not found|does not exist|must have a/i },
    { advice: 'name a certificate that was issued to this account in this region (certificate)' },
  ],
  [
    [
      /configuration is currently not supported/i,
      { first: /Invalid value /i, behind: / for InstanceType/i },
      { first: /instance type /i, behind: /not supported|does not exist/i },
    ],
    { advice: size },
  ],
  [
    /RDS does not support creating a DB instance with the following combination/,
    { advice: 'name another class or version of the database, or leave both out' },
  ],
  [/Cannot find version \S+ for /, { advice: 'name a version that RDS has now, or leave it out' }],

  // what the account has no more of; `capacity` of a limit is a limit
  [/Rate exceeded|Throttling/i, { advice: 'AWS is asked too often at the moment: try again later' }],
  [
    /current vCPU limit of 0 /i,
    {
      advice:
        'this account has none of these sizes yet: have its quota raised (Service Quotas), or ask for another size',
    },
  ],
  [/maximum number of rules per security group/i, { advice: 'open fewer ports, or ranges of ports' }],
  [
    [
      /quota|limit|maximum number of|max \w+ instance count|InstanceCountExceeded|below its minimum value of/i,
      { first: /attempted to create more /i, behind: / than allowed/i },
    ],
    { advice: 'delete what is not needed, or have this quota of the account raised (Service Quotas)' },
  ],
  [
    [
      /(not enough|not have enough|sufficient) free (IPv4 )?addresses|Not enough IP space/i,
      { first: /insufficient/i, behind: /free addresses/i },
    ],
    { advice: 'the subnet is full: the operator has to name a larger one (stack.subnets)' },
  ],
  [/capacity/i, { advice: 'try again later, or ask for another size or for another region' }],

  // networks
  [
    /No default (VPC|subnet)|two subnets in two different Availability Zones|AZ\) coverage|multiple subnets in the same Availability Zone|VPCResourceNotSpecified|can only be used in a VPC/i,
    { advice: zones },
  ],
  [
    [/conflicts with another subnet/i, { first: /CIDR /i, behind: / is invalid/i }],
    { advice: 'name a range of addresses (cidr) that is within the configured VPC and that no other subnet has' },
  ],
  [
    /not attached to any internet gateway|no (attached )?internet gateway/i,
    {
      advice:
        'the network of the configuration has no way to the internet: the operator has to attach a gateway, or name another (stack.vpc)',
    },
  ],
  [
    /(security group|subnet|vpc) (ID )?'?\S+'? does not exist/i,
    { advice: 'the operator has to name networks that exist (stack.vpc, stack.subnets)' },
  ],

  [
    [/Address \S+ is in use/, { first: /Address /, behind: /not fall within the subnet/ }],
    { advice: 'name an address that is free in its subnet (ip_address), or none' },
  ],

  [/already exists/i, { advice: 'something else has this name: name it otherwise, or leave the name out' }],
  [
    /not (available|supported) in (this|the|your) region|is not supported in [a-z]{2,5}-[a-z]{2,20}-\d/i,
    { advice: 'deploy in a region that has it' },
  ],
  [
    /Circuit Breaker was triggered/i,
    {
      advice:
        'the container did not start or did not stay up: are its image and its secrets (secret_references) there? Its log group, and the events of its service in ECS, say why',
    },
  ],
];
