import * as v from 'valibot';
import type { Refuse } from '../../src/foundation/shape/schemas.ts';

/** ARN of a policy of the account, or of AWS. A path may stand before its name. */
export const policyArn = v.pipe(
  v.string(),
  v.regex(
    /^arn:[a-z-]+:iam::(?:\d{12}|aws):policy\/(?:[\w.,+@=-]+\/)*[\w+=,.@-]{1,128}$/,
    'this is not the ARN of a policy, which has "policy/<name>" at its end',
  ),
);

interface Bounded {
  readonly account?: string | undefined;
  readonly permissionsBoundary?: string | undefined;
}

/** Refuses a boundary of another account: IAM takes only one of the role's own. */
export const refuseBoundaryOfOtherAccount = ({ account, permissionsBoundary }: Bounded, refuse: Refuse): void => {
  const owner = permissionsBoundary?.split(':')[4];
  if (account === undefined || owner === undefined || owner === 'aws' || owner === account) return;
  refuse(['permissionsBoundary'], `the policy is of the account ${owner}, and the installation of ${account}`);
};
