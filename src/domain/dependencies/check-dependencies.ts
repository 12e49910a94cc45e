import { needsAttention } from '../../foundation/attention.ts';
import type { Clock } from '../../foundation/clock.ts';
import { ProviderUnavailableError } from '../../foundation/errors.ts';
import { log } from '../../foundation/log.ts';
import { messageOf, sanitisedForLog } from '../../foundation/sanitised-error.ts';
import { areSame, type DependencySeen, type DependencyStates, statesAfter } from './dependency-state.ts';

/** An outside system, beside AWS, that the installation cannot work without. */
export interface Dependency {
  /** as configured: `infrastructure-manager`, `slam`, … or the address of an issuer */
  readonly name: string;
  /**
   * Makes the cheapest call that shows whether it works, with the installation's own credentials; throws if it does not.
   */
  ask(): Promise<void>;
}

/** Counts the dependencies that cannot be used. */
export interface DependencyReport {
  /** it does not answer, or gives a wrong answer */
  unavailable(dependency: string): void;
  /** it answers, but refuses the installation's credentials */
  credentialsRefused(dependency: string): void;
}

interface Ports {
  readonly clock: Clock;
  readonly dependencies: readonly Dependency[];
  readonly dependencyReport: DependencyReport;
  readonly dependencyStates: DependencyStates;
}

/**
 * Calls every dependency, so that operators learn of an outage before users do (docs/decisions/0024). An outage is logged
 * and counted; it is no failure of this check. An alarm is raised when a check fails twice in a row within this process,
 * since one failure is no outage; for refused credentials it is raised at once. What is other than before is kept for
 * administrators to read.
 */
export const checkDependencies = ({ clock, dependencies, dependencyReport, dependencyStates }: Ports) => {
  const unavailableBefore = new Set<string>();
  return async (): Promise<void> => {
    const seen = await Promise.all(
      dependencies.map((dependency) => check(dependency, dependencyReport, unavailableBefore)),
    );
    // read each time: another process may have written since
    const before = await dependencyStates.all();
    const states = statesAfter(before, seen, clock.now().toISOString());
    if (!areSame(before, states)) await dependencyStates.replace(states);
  };
};

/** Most characters of what a dependency said. */
const longestReason = 300;

const check = async (
  { name, ask }: Dependency,
  dependencyReport: DependencyReport,
  unavailableBefore: Set<string>,
): Promise<DependencySeen> => {
  try {
    await ask();
    unavailableBefore.delete(name);
    return { name, state: 'answers' };
  } catch (error) {
    const reason = messageOf(error, longestReason);
    const fields = { dependency: name, error: sanitisedForLog(error) };
    if (error instanceof ProviderUnavailableError && error.outageCause === 'credentials-refused') {
      needsAttention('credentials-refused', 'a dependency refuses our credentials', fields);
      dependencyReport.credentialsRefused(name);
      return { name, state: 'refuses-credentials', reason };
    }
    if (unavailableBefore.has(name)) needsAttention('dependency-away', 'a dependency is away', fields);
    else log('WARN', 'a dependency does not answer', fields);
    unavailableBefore.add(name);
    dependencyReport.unavailable(name);
    return { name, state: 'away', reason };
  }
};
