import { needsAttention } from '../../foundation/attention.ts';
import { ProviderUnavailableError } from '../../foundation/errors.ts';
import { log } from '../../foundation/log.ts';
import { sanitisedForLog } from '../../foundation/sanitised-error.ts';

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
  readonly dependencies: readonly Dependency[];
  readonly dependencyReport: DependencyReport;
}

/**
 * Calls every dependency, so that operators learn of an outage before users do (docs/decisions/0024). An outage is logged
 * and counted; it is no failure of this check. An alarm is raised when a check fails twice in a row within this process,
 * since one failure is no outage; for refused credentials it is raised at once.
 */
export const checkDependencies = ({ dependencies, dependencyReport }: Ports) => {
  const unavailableBefore = new Set<string>();
  return async (): Promise<void> => {
    await Promise.all(dependencies.map((dependency) => check(dependency, dependencyReport, unavailableBefore)));
  };
};

const check = async (
  { name, ask }: Dependency,
  dependencyReport: DependencyReport,
  unavailableBefore: Set<string>,
): Promise<void> => {
  try {
    await ask();
    unavailableBefore.delete(name);
  } catch (error) {
    const fields = { dependency: name, error: sanitisedForLog(error) };
    if (error instanceof ProviderUnavailableError && error.outageCause === 'credentials-refused') {
      needsAttention('credentials-refused', 'a dependency refuses our credentials', fields);
      return dependencyReport.credentialsRefused(name);
    }
    if (unavailableBefore.has(name)) needsAttention('dependency-away', 'a dependency is away', fields);
    else log('WARN', 'a dependency does not answer', fields);
    unavailableBefore.add(name);
    dependencyReport.unavailable(name);
  }
};
