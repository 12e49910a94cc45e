/**
 * Limits for lists of the configuration that make policies longer. Such lists are in managed policies that roles share, not
 * in the policy of each role. AWS sets the limits: a policy has at most 6,144 characters, a role at most ten policies, and
 * a template at most 1 MB. `mostOf` keeps the configuration small enough, with some reserve (test/lib/largest.test.ts).
 */
export const mostOf = { kmsKeys: 50, buckets: 50, elementBuckets: 50, producers: 50 } as const;
