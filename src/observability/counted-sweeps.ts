import type { Sweeps } from '../domain/deployments/record/ports.ts';
import { needsAttention } from '../foundation/attention.ts';
import type { Emit } from './metrics.ts';

/**
 * Counts operations, actions and events whose workflow died: those that the sweep ended, and those that it resumed in
 * another execution.
 */
export const countedSweeps = (emit: Emit): Sweeps => ({
  swept: () => {
    emit({ name: 'OperationsSwept' });
    needsAttention(
      'workflow-lost',
      'an operation, action or event was ended because its workflow was interrupted or stopped',
    );
  },
  resumed: () => emit({ name: 'OperationsResumed' }),
});
