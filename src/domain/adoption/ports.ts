import type { Identity } from '../../foundation/identity.ts';
import type { Token } from '../credentials/ports.ts';
import type { Inspection } from '../deployers/inspection.ts';
import type { Order } from '../deployers/planner.ts';
import type { Policy } from '../deployers/policy.ts';
import type { Adopted } from '../deployments/record/adopted.ts';
import type { Claims } from '../deployments/record/claims.ts';
import type { EndedDeployments } from '../deployments/record/ended-records.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { Finding } from '../drift/finding.ts';

/** An infrastructure that nobody here has made, or that nobody here has any more. */
export interface FoundInfrastructure {
  /** as its engine names it for good; absent: as it was asked for */
  readonly id?: string;
  /** the caller's own token lists it */
  readonly isCallers: boolean;
  /** the name that its template has for it; absent: none */
  readonly name?: string;
  readonly inspection: Inspection;
  /** what differs from what this order would make, besides machines; absent: only machines can be compared */
  differences?(order: Order): readonly Finding[];
}

/**
 * Looks at what stands, in the name of a caller. Errors: ProviderUnavailableError, ProviderFailedError, NotReadyError as
 * those of a Deployer.
 */
export interface Adopter {
  readonly policy: Pick<Policy, 'arrange' | 'comparesByItself'>;
  /** true: what stands is the installation's own, and only administrators may have it adopted; absent: its owners may */
  readonly isInstallations?: true;
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

/** Who owns what stands, where the service works in the names of users. Errors as those of an Adopter. */
export interface Owners {
  /**
   * Makes the new owner of a deployment an owner of what stands, by the authorization of the one before; nothing where the service works there in its own
   * name. A repeat is harmless.
   */
  share(infrastructureId: string, from: Token, to: string): Promise<void>;
  /** The second step: takes the others out, by the authorization of the new owner. */
  leave(infrastructureId: string, to: string): Promise<void>;
}

/** undefined: there is no Infrastructure Manager at this provider, or only a federation knows it */
export type OwnersAt = (providerId: string) => Promise<Owners | undefined>;

/** undefined: what this kind of provider makes cannot be adopted */
export type AdopterOf = (providerId: string) => Promise<Adopter | undefined>;

export interface AdoptionPorts {
  readonly clock: LifecyclePorts['clock'];
  readonly deployments: Pick<LifecyclePorts['deployments'], 'find'>;
  readonly ended: Pick<EndedDeployments, 'find'>;
  readonly providers: Pick<LifecyclePorts['providers'], 'get'>;
  readonly claims: Claims;
  readonly adopterOf: AdopterOf;
}

export interface AdoptionRequest extends Adopted {
  readonly caller: Identity & { readonly isAdministrator: boolean };
  /** the caller's own */
  readonly token?: Token | undefined;
}
