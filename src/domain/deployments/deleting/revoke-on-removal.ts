import type { Revocations } from '../../credentials/ports.ts';
import type { Files } from '../record/ports.ts';

/**
 * Files whose `remove` first revokes the token that the owner entrusted, which is one of them. It revokes right before
 * the removal, so a removal that failed and is repeated revokes again, and no caller has to think of it.
 */
export const revokingOnRemoval = (files: Files, { revoke }: Revocations): Files => ({
  ...files,
  remove: async (deploymentId) => {
    await revoke(deploymentId);
    await files.remove(deploymentId);
  },
});
