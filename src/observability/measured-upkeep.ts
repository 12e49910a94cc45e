import type { HealthReport } from '../domain/dependencies/check-dependencies.ts';
import type { OrphanReport } from '../domain/orphans/ports.ts';
import type { Emit } from './metrics.ts';

/** Infrastructures that stood although nobody needed them: those whose destruction was asked for, and those that could not be destroyed. */
export const measuredOrphans = (emit: Emit): OrphanReport => ({
  destroyed: () => emit({ name: 'OrphansDestroyed' }),
  left: () => emit({ name: 'OrphansLeft' }),
});

/** What cannot be asked, each time it was tried: nothing is counted while all is well, and nothing costs. */
export const measuredHealth = (emit: Emit): HealthReport => ({
  unavailable: (dependency) => emit({ name: 'DependencyUnavailable', dimensions: { dependency } }),
  credentialsRefused: (dependency) => emit({ name: 'DependencyRefusedCredentials', dimensions: { dependency } }),
});
