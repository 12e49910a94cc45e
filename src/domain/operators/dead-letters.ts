/** What the service could not handle, as often as it tried: docs/decisions/0096. */

/** Notifications of files that could not be matched, and events that no function could handle. */
export type LetterQueue = 'files' | 'events';

export interface DeadLetter {
  readonly id: string;
  readonly queue: LetterQueue;
  /** ISO 8601 instant, UTC, at which it was sent; absent: nobody knows */
  readonly at?: string | undefined;
  /** of files: bucket and name; of events: what happened to what */
  readonly what: string;
  /** what was said when it was given up, without secrets; absent: the log of its function says it */
  readonly why?: string | undefined;
}

export interface FoundLetters {
  /** about how many wait in each queue */
  readonly waiting: Readonly<Record<LetterQueue, number>>;
  /** the first hundred of each queue, in no order */
  readonly letters: readonly DeadLetter[];
}

export interface Handled {
  readonly handled: number;
  /** about how many are left */
  readonly left: number;
}

export interface DeadLetters {
  /** UnavailableError */
  list(): Promise<FoundLetters>;
  /** About how many wait in each queue. UnavailableError */
  waiting(): Promise<FoundLetters['waiting']>;
  /** Whether a letter is there that nobody else has taken. UnavailableError */
  has(id: string): Promise<boolean>;
  /** Sends a letter to where it was meant to go, then takes it away. False: there is none with this id. UnavailableError */
  redrive(id: string): Promise<boolean>;
  /** Takes a letter away for good. False: there is none with this id. UnavailableError */
  drop(id: string): Promise<boolean>;
  /** The same as `redrive` for as many as one request can; one that fails keeps no other one back. UnavailableError where none could be sent */
  redriveAll(): Promise<Handled>;
}
