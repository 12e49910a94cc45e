import type { PlannedResource } from './preview.ts';

/** What an engine would do to a part of an infrastructure, to set back what somebody else has changed (docs/decisions/0077). */
export interface PlannedRevert {
  /** the engine's name of the part, as in an inspection */
  readonly id: string;
  /** name of the node template; absent: the part belongs to no single node */
  readonly node?: string;
  readonly action: PlannedResource['action'] | 'unknown';
  /** parts whose own change causes all of it; empty: it is changed for itself, or nobody knows why */
  readonly because: readonly string[];
  /** true: it may hold data that goes with it when it is replaced or removed */
  readonly holdsData: boolean;
}
