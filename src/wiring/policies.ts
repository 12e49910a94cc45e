/** The rules of the operator over plans. */

import { lazyPolicies } from '../adapters/policies/lazy.ts';
import { once } from './once.ts';
import { creationPreviewOf, providers } from './providers.ts';

export const policies = once(lazyPolicies);
/** The ports for judging a plan. */
export const policyPorts = { creationPreviewOf, policies, providers };
