/** A part of a provider's log; it only grows at its own end, or starts anew. */
export interface LogPart {
  /** the same in every answer; unique within the log */
  readonly name: string;
  /** the line that starts the part, with its line break; may be empty */
  readonly title: string;
  readonly text: string;
}

/** What a provider has logged of an infrastructure so far. An engine whose log only grows has one part. */
export interface ProviderLog {
  readonly parts: readonly LogPart[];
  /** the log for a failure to quote its end: nothing is said twice */
  readonly quotable: string;
}
