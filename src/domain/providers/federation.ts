/** The services of a federation of clouds (docs/contract/federation.md), as far as its ranking needs them. */

import type { Token } from '../credentials/ports.ts';
import type { Offer } from './offer.ts';

/** An agreement of a customer with a provider. */
export interface Agreement {
  readonly id: string;
  readonly provider: string;
  readonly services: readonly { readonly id: string }[];
  /** the agreement as SLAM sends it, for CPR: only CPR knows what its targets mean */
  readonly document: { readonly [key: string]: unknown };
}

/** How much a customer prefers a service. */
export interface Preference {
  readonly serviceType: string;
  readonly priority: readonly { readonly slaId: string; readonly serviceId: string; readonly weight: number }[];
}

export interface Agreements {
  readonly agreements: readonly Agreement[];
  readonly preferences: readonly Preference[];
}

/** SLA management. UnavailableError, SlamError. */
export interface Slam {
  /** empty for a customer that SLAM does not know */
  agreements(customer: string, token?: Token): Promise<Agreements>;
}

/** A service of a provider; `unsupported` is set if it makes no virtual machines. */
export type ServiceDescription = Omit<Offer, 'slas' | 'priority'>;

/** A provider and its services, as the CMDB describes them to one customer. */
export interface ProviderDescription {
  readonly id: string;
  readonly name: string;
  readonly services: readonly ServiceDescription[];
}

/**
 * The registry of providers. UnavailableError; CmdbError when it does not know the provider or its description is wrong.
 */
export interface Cmdb {
  describe(providerId: string, serviceIds: readonly string[], customer: string): Promise<ProviderDescription>;
}

/** What was measured at a provider's services. */
export interface Measurements {
  readonly provider: string;
  readonly services: readonly {
    readonly id: string;
    /** as the CMDB reports it */
    readonly parentId?: string | undefined;
    readonly type: string;
    readonly metrics: readonly unknown[];
  }[];
}

/** UnavailableError, MonitoringError. */
export interface Monitoring {
  measure(providerId: string): Promise<Measurements>;
}

export interface Ranked {
  readonly serviceId: string;
  /** 1 is best */
  readonly rank: number;
  /** false: not to be used */
  readonly ranked: boolean;
  readonly score?: number | undefined;
  readonly slaWeight?: number | undefined;
  readonly reason?: string | undefined;
}

/** The Cloud Provider Ranker. UnavailableError, CprError. */
export interface Cpr {
  rank(question: {
    readonly preferences: readonly Preference[];
    readonly agreements: readonly Agreement[];
    readonly measurements: readonly Measurements[];
  }): Promise<readonly Ranked[]>;
}

export interface Federation {
  readonly slam: Slam;
  readonly cmdb: Cmdb;
  readonly monitoring?: Monitoring;
  readonly cpr: Cpr;
}
