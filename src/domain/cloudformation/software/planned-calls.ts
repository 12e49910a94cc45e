import type { SecretValues } from './secret-inputs.ts';
import type { Step } from './software.ts';

/** Operations that somebody calls on what stands (docs/decisions/0092). */
export interface PlannedCalls {
  /** each with the key of its call; none comes after another */
  readonly steps: readonly Step[];
  /** secret inputs by the keys of steps: in no command, and in no part of the stack */
  readonly secrets: SecretValues;
}
