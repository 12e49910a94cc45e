/** The ports that the sweep of orphans needs, beside those of the deployments. */

/** Counts what the sweep of orphans did. */
export interface OrphanReport {
  /** it found an orphan and called destroy */
  destroyed(): void;
  /** an orphan still exists after the last check */
  left(): void;
}
