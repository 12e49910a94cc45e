import type { Sweeps } from '../domain/deployments/ports.ts';
import type { Emit } from './metrics.ts';

/** Operations, actions and events that had to be ended, since their workflow was dead and nobody had heard of it. */
export const measuredSweeps = (emit: Emit): Sweeps => ({ swept: () => emit({ name: 'OperationsSwept' }) });
