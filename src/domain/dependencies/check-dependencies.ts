import { needsAttention } from '../../foundation/attention.ts';
import { ProviderUnavailableError } from '../../foundation/errors.ts';
import { log } from '../../foundation/log.ts';
import { told } from '../../foundation/sanitised-error.ts';

/** Something outside of AWS that the installation cannot do without. */
export interface Dependency {
  /** as configured: `infrastructure-manager`, `slam`, … or the address of an issuer */
  readonly name: string;
  /** Asks the cheapest question that shows whether it works, with the installation's own credentials; throws when it does not. */
  ask(): Promise<void>;
}

/** Hears of each dependency that cannot be asked. */
export interface HealthReport {
  /** nobody answers, or not what is to be answered */
  unavailable(dependency: string): void;
  /** it answers, and refuses the installation's credentials */
  credentialsRefused(dependency: string): void;
}

interface Ports {
  readonly dependencies: readonly Dependency[];
  readonly healthReport: HealthReport;
}

/**
 * Asks every dependency, so that operators hear of one that is away before its users do (docs/decisions/0024). What is away is
 * told in the log and counted; it is no failure of this check. An alarm is raised the second time in a row, as far as this
 * process knows, since a moment is no outage; for credentials that are refused at once.
 */
export const checkDependencies = ({ dependencies, healthReport }: Ports) => {
  const awayBefore = new Set<string>();
  return async (): Promise<void> => {
    await Promise.all(dependencies.map((dependency) => check(dependency, healthReport, awayBefore)));
  };
};

const check = async ({ name, ask }: Dependency, healthReport: HealthReport, awayBefore: Set<string>): Promise<void> => {
  try {
    await ask();
    awayBefore.delete(name);
  } catch (error) {
    const fields = { dependency: name, error: told(error) };
    if (error instanceof ProviderUnavailableError && error.hindrance === 'credentials-refused') {
      needsAttention('credentials-refused', 'a dependency refuses our credentials', fields);
      return healthReport.credentialsRefused(name);
    }
    if (awayBefore.has(name)) needsAttention('dependency-away', 'a dependency is away', fields);
    else log('WARN', 'a dependency does not answer', fields);
    awayBefore.add(name);
    healthReport.unavailable(name);
  }
};
