import type { LifecyclePorts } from './ports.ts';

/**
 * Removes the files of a deployment or of a schedule. The token that the owner entrusted is one of them, so it is revoked
 * right before: a removal that failed and is repeated revokes again.
 */
export const removeFiles = async (
  {
    files,
    delegations,
  }: { readonly files: Pick<LifecyclePorts['files'], 'remove'> } & Pick<LifecyclePorts, 'delegations'>,
  id: string,
): Promise<void> => {
  await delegations.revoke(id);
  await files.remove(id);
};
