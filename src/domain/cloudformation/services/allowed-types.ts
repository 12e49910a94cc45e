/** Types that give rights, or make further resources: whoever may write a template could get everything with them. */
const never = /^(AWS::(IAM|CloudFormation|Organizations|SSO|IdentityStore|RolesAnywhere)::|Custom::)/;

export const isNeverAllowed = (type: string): boolean => never.test(type);

/** Whether an operator may allow it: one type, or with `*` all of a service. */
export const mayBeAllowed = (pattern: string): boolean =>
  /^[A-Za-z0-9]+::[A-Za-z0-9]+::([A-Za-z0-9]+|\*)$/.test(pattern) && !isNeverAllowed(pattern);
