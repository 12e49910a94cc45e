/**
 * The user's own access token, for calls in his name; `fresh`: another one than before, since that was refused.
 * undefined: none can be had, and the call goes without.
 */
export type Token = (options?: { readonly fresh: boolean }) => Promise<string | undefined>;
