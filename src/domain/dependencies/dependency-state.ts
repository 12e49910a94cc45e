/** How an outside system was when it was last asked. */

export const dependencyConditions = ['answers', 'away', 'refuses-credentials'] as const;
export type DependencyCondition = (typeof dependencyConditions)[number];

export interface DependencySeen {
  readonly name: string;
  readonly state: DependencyCondition;
  /** what it said, or why it said nothing, without secrets; absent: it answers */
  readonly reason?: string | undefined;
}

export interface DependencyState extends DependencySeen {
  /** ISO 8601 instant, UTC, at which it was first seen so */
  readonly since: string;
}

export interface DependencyStates {
  /** As they were last seen, in the order of the configuration; UnavailableError */
  all(): Promise<readonly DependencyState[]>;
  /** UnavailableError */
  replace(states: readonly DependencyState[]): Promise<void>;
}

/** The same value as before for each that is as it was: what stands for weeks is not written again every five minutes. */
export const statesAfter = (
  before: readonly DependencyState[],
  seen: readonly DependencySeen[],
  now: string,
): readonly DependencyState[] =>
  seen.map((one) => {
    const last = before.find(({ name }) => name === one.name);
    if (last?.state !== one.state) return { ...one, since: now };
    return last.reason === one.reason ? last : { ...one, since: last.since };
  });

export const areSame = (some: readonly DependencyState[], others: readonly DependencyState[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);
