export interface Clock {
  now(): Date;
}

export interface Ids {
  /** UUIDv7 text */
  next(): string;
}
