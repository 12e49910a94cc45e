/** The kinds of deployers that may stand in front of a provider: `deployer` in a provider's configuration. */
export const deployerKinds = ['infrastructure-manager', 'cloudformation', 'batch'] as const;
export type DeployerKind = (typeof deployerKinds)[number];

/** The kind of a provider whose configuration or federation names none. */
export const usualKind: DeployerKind = 'infrastructure-manager';

/**
 * Chooses by a provider's kind, for example its deployer or its planner. It reads nothing and never fails: a provider that is
 * not configured has the usual kind, and its first call fails.
 */
export const byKind =
  <T>(
    configured: readonly { readonly id: string; readonly deployer?: DeployerKind | undefined }[],
    kinds: { readonly [K in DeployerKind]: (providerId: string) => T },
  ) =>
  (providerId: string): T =>
    kinds[configured.find(({ id }) => id === providerId)?.deployer ?? usualKind](providerId);
