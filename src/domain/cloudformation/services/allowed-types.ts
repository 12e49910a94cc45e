/** Types that give rights or make further resources. With them, every user who writes a template could get all rights of the account. */
const never = /^(AWS::(IAM|CloudFormation|Organizations|SSO|IdentityStore|RolesAnywhere)::|Custom::)/;

export const isNeverAllowed = (type: string): boolean => never.test(type);

/** Whether an operator may allow it: one type, or with `*` all of a service. */
export const mayBeAllowed = (pattern: string): boolean =>
  /^[A-Za-z0-9]+::[A-Za-z0-9]+::([A-Za-z0-9]+|\*)$/.test(pattern) && !isNeverAllowed(pattern);
