import type { Json } from '../tosca/topology.ts';

/** A cloud that may be tried, from the configuration. Holds no secret: those are read when a call is made. */
export interface Provider {
  readonly id: string;
  readonly name: string;
  /** lower is tried first */
  readonly priority: number;
  /** only these groups' deployments may use it; absent: everybody's */
  readonly groups?: readonly string[];
}

/** Ranked providers for one deployment, best first. */
export interface Providers {
  /** throws NotFoundError for a provider that is no longer configured */
  get(id: string): Promise<Provider>;
  candidates(request: { readonly userGroup?: string }): Promise<readonly Provider[]>;
}

/** im-api.md section 4 */
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
  /** VM id -> state; empty while nothing was launched */
  readonly vms: { readonly [vmId: string]: InfrastructureState };
}

/** One VM, as the extended information shows it (interface.md, Extended info). */
export interface VirtualMachine {
  readonly id: string;
  /** name of the node template */
  readonly node: string;
  readonly state: InfrastructureState;
  /** elements of `vmProperties`: networks, then the system; string keys, scalar values */
  readonly properties: readonly { readonly [key: string]: string | number | boolean }[];
}

/**
 * The Infrastructure Manager in front of the clouds (im-api.md). Every call takes the provider whose credentials to send.
 * Errors: ProviderFailedError (refused), ProviderUnavailableError (unreachable, 5xx, cut off), NotReadyError (409 while
 * adding), NotFoundError (the infrastructure is not there).
 */
export interface InfrastructureManager {
  /** Asks for an infrastructure, without waiting for it; answers its id. Not idempotent: see `find`. */
  create(providerId: string, template: string): Promise<string>;
  /** The infrastructure that was made under this name (metadata.infra_name), if any: for the call whose answer was lost. */
  find(providerId: string, name: string): Promise<string | undefined>;
  status(providerId: string, infrastructureId: string): Promise<InfrastructureStatus>;
  virtualMachines(
    providerId: string,
    infrastructureId: string,
    vmIds: readonly string[],
  ): Promise<readonly VirtualMachine[]>;
  outputs(providerId: string, infrastructureId: string): Promise<{ readonly [name: string]: Json }>;
  /** the contextualization message so far */
  log(providerId: string, infrastructureId: string): Promise<string>;
  /** Asks for destruction, without waiting; gone already is fine. */
  destroy(providerId: string, infrastructureId: string): Promise<void>;
}
