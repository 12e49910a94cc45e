import type { NodeEdit } from '../../tosca/edit.ts';
import type { Topology } from '../../tosca/topology.ts';
import type { EstimatedCost } from '../costs/estimated-cost.ts';
import type { Token } from '../credentials/ports.ts';
import type { DeployerKind } from '../deployers/kinds.ts';
import type { Ability } from '../deployers/policy.ts';
import type { PlannedUse } from '../quotas/amounts.ts';
import type { Flavor } from './flavor.ts';

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

/** What is recorded of a provider with each deployment there; unknown facts are left out. */
export interface ProviderFacts {
  /** for people; absent: its id is its name */
  readonly name?: string | undefined;
  /** OPENSTACK, OPENNEBULA, OTC, AWS, AZURE, KUBERNETES ...: docs/contract/original-service.md, "Kinds of provider" */
  readonly type?: string | undefined;
  readonly region?: string | undefined;
  /** address of its own API */
  readonly endpoint?: string | undefined;
  /** the kind of its deployer; absent: the usual one */
  readonly deployer?: DeployerKind | undefined;
  /** what its deployer can never do to what it has made; absent: it can do everything */
  readonly cannot?: readonly Ability[] | undefined;
}

/** What decides which providers may be tried for a deployment. */
export interface RankingRequest {
  readonly topology: Topology;
  /** issuer of the owner's tokens */
  readonly issuer: string;
  readonly userGroup?: string;
  /** of the deployment: tags of what is made */
  readonly labels?: { readonly [name: string]: string } | undefined;
  /** for services that answer only the user */
  readonly token?: Token;
  /** id of the provider where the deployment is: no other may be tried, so nobody is asked which one is best */
  readonly only?: string;
  /** providers that administrators have switched to draining, by id; absent: none */
  readonly draining?: ReadonlyMap<string, { readonly reason?: string | undefined }> | undefined;
}

/** A provider that may be tried. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  /** the edits of the template for this provider */
  readonly edits: readonly NodeEdit[];
  /** what its deployer's planner needs beside the template, as text that only it reads; absent: nothing */
  readonly blueprint?: string | undefined;
  /** sizes that were chosen, by node; absent: none, or the blueprint says it */
  readonly flavors?: { readonly [node: string]: Flavor } | undefined;
  /** outputs that never get a value there, with the reason; absent: none */
  readonly empty?: { readonly [output: string]: string } | undefined;
  /** why it has this place, as text for the log */
  readonly score?: string | undefined;
  /** what quotas count of it; absent: none is set */
  readonly use?: PlannedUse | undefined;
  /** what all of it costs while it stands; absent: nobody knows, or nobody has asked */
  readonly cost?: EstimatedCost | undefined;
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

/** The attempts that have failed at a provider since the last success there. */
export interface FailuresInSequence {
  /** at most 100 are counted */
  readonly count: number;
  /** ids of the deployments of the latest ones, the newest first; at most five */
  readonly deployments: readonly string[];
  /** those that the provider refused since it had no room; absent: none said so */
  readonly noRoom?: NoRoom | undefined;
}

export interface NoRoom {
  readonly count: number;
  /** ISO 8601 instant, UTC, of the last one */
  readonly at: string;
  /** what the provider said then */
  readonly why: string;
}

export interface ProviderFailures {
  /** UnavailableError */
  inSequence(providerId: string): Promise<FailuresInSequence>;
}

/** The outcomes of the last attempts at each provider, of all deployments. */
export interface ProviderRecord {
  /**
   * Returns how many attempts have failed there since the last success; a repeat counts once. `noRoom`: what the provider said, if it
   * had no room. UnavailableError.
   */
  failed(
    providerId: string,
    attempt: { readonly deploymentId: string; readonly number: number },
    noRoom?: string,
  ): Promise<number>;
  /** UnavailableError */
  succeeded(providerId: string): Promise<void>;
}
