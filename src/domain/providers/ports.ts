import type { NodeEdit } from '../../tosca/edit.ts';
import type { Json, Topology } from '../../tosca/topology.ts';
import type { Token } from '../credentials/ports.ts';

/** A cloud that may be tried, from the configuration. Holds no secrets: adapters read those for each call. */
export interface Provider {
  readonly id: string;
  readonly name: string;
  /** the lowest is tried first */
  readonly priority: number;
  /** only deployments of these groups may use it; absent: every deployment may */
  readonly groups?: readonly string[] | undefined;
  readonly facts?: ProviderFacts | undefined;
}

/** What clients see of a provider beside its id; unknown facts are left out. */
export interface ProviderFacts {
  /** OPENSTACK, OPENNEBULA, OTC, AWS, AZURE, KUBERNETES ...: docs/contract/original-service.md, "Kinds of provider" */
  readonly type?: string | undefined;
  readonly region?: string | undefined;
  /** address of its own API */
  readonly endpoint?: string | undefined;
}

/** What decides which providers may be tried for a deployment. */
export interface RankingRequest {
  readonly topology: Topology;
  /** issuer of the owner's tokens */
  readonly issuer: string;
  readonly userGroup?: string;
  /** for services that answer only the user */
  readonly token?: Token;
}

/** A provider that may be tried. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  /** the edits of the template for this provider */
  readonly edits: readonly NodeEdit[];
  /** why it has this place, as text for the log */
  readonly score?: string | undefined;
}

/** A provider that may not be tried, with the reason. */
export interface Dropped {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

export interface Ranking {
  /** best first */
  readonly candidates: readonly Candidate[];
  readonly dropped: readonly Dropped[];
  /** problems that did not stop the ranking, such as a service that did not answer */
  readonly notes: readonly string[];
}

export interface Providers {
  /** NotFoundError for a provider that is no longer configured; UnavailableError */
  get(id: string): Promise<Provider>;
  /**
   * UnavailableError while a service that is needed does not answer; SlamError, CprError when its answer cannot be used.
   * An error about a single provider drops that provider.
   */
  rank(request: RankingRequest): Promise<Ranking>;
}

/** The outcomes of the last attempts at each provider, of all deployments. */
export interface ProviderRecord {
  /** Returns how many attempts have failed there since the last success; a repeat counts once. UnavailableError. */
  failed(providerId: string, attempt: { readonly deploymentId: string; readonly number: number }): Promise<number>;
  /** UnavailableError */
  succeeded(providerId: string): Promise<void>;
}

/** docs/contract/infrastructure-manager.md, "States" */
export type InfrastructureState =
  | 'pending'
  | 'running'
  | 'configured'
  | 'unconfigured'
  | 'stopped'
  | 'off'
  | 'failed'
  | 'unknown'
  | 'deleting';

export interface InfrastructureStatus {
  readonly state: InfrastructureState;
  /** VM id -> state; empty while nothing is launched */
  readonly vms: { readonly [vmId: string]: InfrastructureState };
}

/** One VM, as the extended information shows it (docs/contract/api.md, "Extended information"). */
export interface VirtualMachine {
  readonly id: string;
  /** name of the node template */
  readonly node: string;
  readonly state: InfrastructureState;
  /** elements of `vmProperties`: networks, then the system; string keys, scalar values */
  readonly properties: readonly { readonly [key: string]: string | number | boolean }[];
}

/**
 * The Infrastructure Manager in front of the clouds (docs/contract/infrastructure-manager.md). Every call names the
 * provider whose credentials are sent. Errors: ProviderFailedError (refused), ProviderUnavailableError (unreachable, 5xx,
 * interrupted, our credentials refused), NotReadyError (409 while adding), NotFoundError (the infrastructure is not
 * there; gone.ts says when to believe it).
 */
export interface InfrastructureManager {
  /** Asks for an infrastructure without waiting for it; returns its id. Not idempotent: see `find`. */
  create(providerId: string, template: string): Promise<string>;
  /**
   * The id of the infrastructure with this name (metadata.infra_name), if any: used when the answer of `create` was lost.
   */
  find(providerId: string, name: string): Promise<string | undefined>;
  /** ids of all infrastructures that the credentials in use may see */
  list(providerId: string): Promise<readonly string[]>;
  /** id -> name of these infrastructures; those without a name, or gone, are left out */
  names(providerId: string, infrastructureIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  status(providerId: string, infrastructureId: string): Promise<InfrastructureStatus>;
  virtualMachines(
    providerId: string,
    infrastructureId: string,
    vmIds: readonly string[],
  ): Promise<readonly VirtualMachine[]>;
  outputs(providerId: string, infrastructureId: string): Promise<{ readonly [name: string]: Json }>;
  /** the contextualization message so far */
  log(providerId: string, infrastructureId: string): Promise<string>;
  /**
   * Merges the template into the one that the infrastructure has, and makes what is missing
   * (docs/contract/infrastructure-manager-templates.md, "Updates"). What the new one leaves out stays; numbers are
   * absolute. Lasts until the cloud has answered; a repeat is harmless once nothing is being added.
   */
  update(providerId: string, infrastructureId: string, template: string): Promise<void>;
  /**
   * Alters one existing VM to what the template says of its node: its size, or further disks. Returns the VM after the
   * cloud has done it; a repeat is harmless. ProviderFailedError if the cloud cannot do that; NotReadyError when the VM
   * is not there (any more).
   */
  alter(providerId: string, infrastructureId: string, vmId: string, template: string): Promise<VirtualMachine>;
  /** Removes VMs, all or none; waits for the cloud. NotReadyError when one of them is not there (any more): read again. */
  removeVirtualMachines(providerId: string, infrastructureId: string, vmIds: readonly string[]): Promise<void>;
  /** Starts or stops one VM, without waiting for the result; NotFoundError when it is not there. */
  operate(providerId: string, infrastructureId: string, vmId: string, action: 'start' | 'stop'): Promise<void>;
  /**
   * Asks for destruction; no error if already gone. `wait`: waits until the cloud has answered, since only then the
   * reason of a refusal is known (ProviderFailedError).
   */
  destroy(providerId: string, infrastructureId: string, options?: { readonly wait: boolean }): Promise<void>;
}
