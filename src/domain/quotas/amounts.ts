/** What deployments use of what quotas count, in whole numbers: sums of fractions would drift. */

export const counters = ['machines', 'cpus', 'memory', 'disk', 'jobs', 'hourly'] as const;
export type Counter = (typeof counters)[number];

/** machines: also containers; cpus: thousandths; memory, disk: MB; jobs: that run; hourly: millionths of a USD */
export type Amounts = Readonly<Record<Counter, number>>;

export const nothing: Amounts = { machines: 0, cpus: 0, memory: 0, disk: 0, jobs: 0, hourly: 0 };

/** What a plan uses at one provider. */
export interface PlannedUse {
  /** while its operation runs */
  readonly running: Amounts;
  /** once it is complete: its jobs have ended */
  readonly standing: Amounts;
  /** jobs that it starts */
  readonly starts: number;
  /** what of it nobody knows, and what is not counted therefore */
  readonly unknown: readonly Counter[];
}

/** Of each counter so much. */
export const each = (of: (one: Counter) => number): Amounts =>
  Object.fromEntries(counters.map((one) => [one, of(one)])) as unknown as Amounts;

/** Of each the larger one. */
export const largest = (one: Amounts, other: Amounts): Amounts => each((name) => Math.max(one[name], other[name]));

export const sum = (one: Amounts, other: Amounts): Amounts => each((name) => one[name] + other[name]);

export const difference = (after: Amounts, before: Amounts): Amounts => each((name) => after[name] - before[name]);

/** What is counted of a deployment, beside its record. */
export interface Uses {
  readonly amounts: Amounts;
  /** id of the operation whose jobs have been counted */
  readonly operation: string;
  /** grows with each change */
  readonly version: number;
}
