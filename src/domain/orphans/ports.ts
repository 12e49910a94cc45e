/** What the sweep of orphans needs of the world, beside what deployments need. */

/** Hears of what the sweep did. */
export interface OrphanReport {
  /** one was there, and its destruction was asked for */
  destroyed(): void;
  /** one is still there after the last look */
  left(): void;
}
