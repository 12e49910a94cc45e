/** Makes ARNs of one account, in every region: what CloudFormation makes may be in any of them. */
export interface Arns {
  /** `rest`: what comes after the account, such as `instance/*`; `account`: absent: the one of these ARNs */
  of(service: string, rest: string, account?: string): string;
  role(name: string): string;
}

/** `partition` and `account` may be tokens of the CDK, or variables of `Fn::Sub`. */
export const arnsIn = ({ partition, account }: { readonly partition: string; readonly account: string }): Arns => ({
  of: (service, rest, owner = account) => `arn:${partition}:${service}:*:${owner}:${rest}`,
  role: (name) => `arn:${partition}:iam::${account}:role/${name}`,
});
