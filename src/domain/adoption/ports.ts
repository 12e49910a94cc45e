import type { Token } from '../credentials/ports.ts';
import type { Inspection } from '../deployers/inspection.ts';
import type { Policy } from '../deployers/policy.ts';

/** An infrastructure that nobody here has made, or that nobody here has any more. */
export interface FoundInfrastructure {
  /** the caller's own token lists it */
  readonly isCallers: boolean;
  /** the name that its template has for it; absent: none */
  readonly name?: string;
  readonly inspection: Inspection;
}

/**
 * Looks at what stands, in the name of a caller. Errors: ProviderUnavailableError, ProviderFailedError, NotReadyError as
 * those of a Deployer.
 */
export interface Adopter {
  readonly policy: Pick<Policy, 'arrange'>;
  /** what of it nobody can compare with a template */
  readonly notComparable: readonly string[];
  /**
   * undefined: neither the caller's token nor the service itself reaches it. ProviderFailedError: it stands, and cannot
   * be described by a TOSCA template.
   */
  find(infrastructureId: string, token: Token | undefined): Promise<FoundInfrastructure | undefined>;
  /** Makes the service an owner beside the caller; nothing else changes, and a repeat is harmless. */
  own(infrastructureId: string, token: Token | undefined): Promise<void>;
}

/** undefined: what this kind of provider makes cannot be adopted */
export type AdopterOf = (providerId: string) => Promise<Adopter | undefined>;
