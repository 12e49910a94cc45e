/** What AWS takes at most: the quotas of IAM, CloudFormation, Lambda, KMS, S3 and EventBridge that an account has at first. */
export const limits = {
  /** of a template in S3, in bytes */
  template: 1_000_000,
  resources: 500,
  outputs: 200,
  /** of all inline policies of a role together, in characters */
  inlinePolicies: 10_240,
  managedPolicy: 6_144,
  managedPoliciesOfRole: 10,
  trustPolicy: 2_048,
  roleName: 64,
  keyPolicy: 32_768,
  bucketPolicy: 20_480,
  eventPattern: 2_048,
  /** of all variables of a function, in bytes */
  environment: 4_096,
} as const;

export type Limit = keyof typeof limits;

/** What an operator can do about each. */
export const advice: Readonly<Record<Limit, string>> = {
  template: 'divide the installation into two',
  resources: 'divide the installation into two',
  outputs: 'divide the installation into two',
  inlinePolicies: 'name fewer roles, queues and secrets outside of the folders of secrets',
  managedPolicy: 'name fewer buckets and keys',
  managedPoliciesOfRole: 'allow fewer types of CloudFormation, and name them one by one instead of AWS::<service>::*',
  trustPolicy: 'name fewer principals',
  roleName: 'choose a shorter name for the installation',
  keyPolicy: 'name fewer principals',
  bucketPolicy: 'name fewer principals in files.producers',
  eventPattern: 'name fewer buckets',
  environment: 'name fewer or shorter values',
};
