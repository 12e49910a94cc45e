/** The kinds of deployers that may stand in front of a provider: `deployer` in a provider's configuration. */
export const deployerKinds = ['infrastructure-manager', 'cloudformation', 'batch'] as const;
export type DeployerKind = (typeof deployerKinds)[number];

/** Of a provider whose configuration, or whose federation, says nothing else. */
export const usualKind: DeployerKind = 'infrastructure-manager';

/**
 * What stands for a provider by its kind, such as its deployer or its planner. Reads nothing and never fails: a provider
 * that is not configured is of the usual kind, and its first call fails.
 */
export const byKind =
  <T>(
    configured: readonly { readonly id: string; readonly deployer?: DeployerKind | undefined }[],
    kinds: { readonly [K in DeployerKind]: (providerId: string) => T },
  ) =>
  (providerId: string): T =>
    kinds[configured.find(({ id }) => id === providerId)?.deployer ?? usualKind](providerId);
