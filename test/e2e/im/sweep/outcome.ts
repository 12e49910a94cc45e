import type { Judgement } from './judge.ts';

/** What became of one template. */
export interface Outcome {
  readonly source: string;
  readonly name: string;
  /** refused by `check`; absent: valid */
  readonly problem?: string;
  /** why `plan` leaves out every provider of the manager */
  readonly reasons: readonly string[];
  /** what `plan` says of a narrowed meaning */
  readonly notes: readonly string[];
  /** by release; absent: it is not valid */
  readonly judged?: { readonly [release: string]: Judgement };
  /** whether the manager takes the template as its author wrote it; absent: it sets more than one value, or was not asked */
  readonly asWritten?: boolean;
  /** playbooks of operations that the plan calls run, and that are in nothing that the manager runs */
  readonly unrun: readonly string[];
  /** where the laptop's stand-in makes something else of what was sent, or of what would be sent without edits */
  readonly differences: readonly string[];
}
