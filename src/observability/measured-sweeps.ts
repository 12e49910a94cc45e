import type { Sweeps } from '../domain/deployments/record/ports.ts';
import { needsAttention } from '../foundation/attention.ts';
import type { Emit } from './metrics.ts';

/** Operations, actions and events whose workflow was dead: those that were ended for it, and those that another execution goes on with. */
export const measuredSweeps = (emit: Emit): Sweeps => ({
  swept: () => {
    emit({ name: 'OperationsSwept' });
    needsAttention(
      'workflow-lost',
      'an operation, action or event was ended, since its workflow was cut off or stopped',
    );
  },
  resumed: () => emit({ name: 'OperationsResumed' }),
});
