import type { DependencyReport } from '../domain/dependencies/check-dependencies.ts';
import type { DriftReport } from '../domain/drift/check.ts';
import type { OrphanReport } from '../domain/orphans/ports.ts';
import type { Emit } from './metrics.ts';

/** Counts orphans: those whose destruction the sweep asked for, and those that could not be destroyed. */
export const countedOrphans = (emit: Emit): OrphanReport => ({
  destroyed: () => emit({ name: 'OrphansDestroyed' }),
  left: () => emit({ name: 'OrphansLeft' }),
});

/** Counts checks of what stands by their verdict, and what they found. */
export const countedDrift = (emit: Emit): DriftReport => ({
  checked: (verdict) => emit({ name: 'DriftChecks', dimensions: { verdict } }),
  found: (drifted) => emit({ name: 'DriftFound', value: drifted }),
});

/** Counts every failed check of a dependency. While all is well, nothing is counted and nothing costs. */
export const countedDependencies = (emit: Emit): DependencyReport => ({
  unavailable: (dependency) => emit({ name: 'DependencyUnavailable', dimensions: { dependency } }),
  credentialsRefused: (dependency) => emit({ name: 'DependencyRefusedCredentials', dimensions: { dependency } }),
});
