import type { Withdrawals } from '../../credentials/ports.ts';
import type { Files } from '../record/ports.ts';

/**
 * Files whose removal revokes what the owner entrusted, which is among them: right before, so that a removal that fails
 * and is repeated revokes again, and nobody who merely looks at a deployment's end has to think of it.
 */
export const withdrawing = (files: Files, { withdraw }: Withdrawals): Files => ({
  ...files,
  remove: async (deploymentId) => {
    await withdraw(deploymentId);
    await files.remove(deploymentId);
  },
});
