import type { ConfigurationInput } from './lib/configuration/configuration.ts';

/**
 * What your team changes. As it is, it deploys into the account and region of your credentials: the users are those of a
 * user pool of its own, and templates are deployed into the same account. docs/operations.md lists every key; unknown ones
 * are refused.
 */
export default {} satisfies ConfigurationInput;
