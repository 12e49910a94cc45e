import type { Files } from '../../domain/deployments/record/ports.ts';
import { countActivity } from './changes.ts';
import type { TablePorts } from './table.ts';

/**
 * Counts each piece of a log, after it was written: who sees the count finds the piece. `table` is called with the first
 * piece, since most functions with files write no log.
 */
export const countedLog = (files: Files, table: () => TablePorts): Files => ({
  ...files,
  appendLog: async (deploymentId, name, text) => {
    await files.appendLog(deploymentId, name, text);
    await countActivity(table(), deploymentId, { logPieces: 1 });
  },
});
