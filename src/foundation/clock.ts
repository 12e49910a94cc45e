export interface Clock {
  now(): Date;
}

export interface Ids {
  /** UUIDv7 text */
  next(): string;
}

/** Letters and digits that nobody can predict. */
export interface Passwords {
  next(length: number): string;
}
