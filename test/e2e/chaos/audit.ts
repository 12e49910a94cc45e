import type { Truth } from './truth.ts';
import type { World } from './world.ts';

/** Something that must be true once everything has settled, whatever went wrong before. */
export interface Audit {
  readonly name: string;
  /** in words; none: it is as it should be */
  faults(world: World, truth: Truth): Promise<readonly string[]> | readonly string[];
}

/** As many as can be read, and how many more there are. */
export const some = (faults: readonly string[], most = 5): string =>
  [...faults.slice(0, most), ...(faults.length > most ? [`and ${faults.length - most} more`] : [])].join('\n        ');
