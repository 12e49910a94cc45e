/**
 * What grows with the configuration stands here once, in managed policies that roles share, and not in the policy of each role: a policy has
 * 6,144 characters, a role ten of them, and a template 1 MB. `mostOf` bounds the configuration so that all of it fits, with room to spare
 * (test/lib/largest.test.ts).
 */
export const mostOf = { kmsKeys: 50, buckets: 50, elementBuckets: 50, producers: 50 } as const;
