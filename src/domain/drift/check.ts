/** The state of the checks of a deployment, and the ports of the checks: docs/decisions/0079. */

import type { Identity } from '../../foundation/identity.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import type { DriftSummary } from '../deployments/record/drift-summary.ts';
import type { ProviderOutage } from '../moving/provider-outage.ts';
import type { Finding, Verdict } from './finding.ts';

/** A check that somebody asked for; a daily one has none. */
export interface CheckRequest {
  readonly id: string;
  readonly at: string;
  readonly by: Identity;
}

/** A check in progress. */
export interface CheckInProgress {
  readonly startedAt: string;
  /** the operation whose result is checked */
  readonly operationId: string;
  /** number of looks so far */
  readonly looks: number;
  /** the comparison that the provider makes */
  readonly comparison?: string;
  /** the provider has told that it is done */
  readonly isDone?: true;
  /** the first look could not tell an outage from something that is gone: the second one decides */
  readonly doubtful?: true;
}

export interface CheckResult {
  readonly at: string;
  /** id of the request, if somebody asked for it */
  readonly requestId?: string;
  readonly verdict: Verdict;
  /** why nothing could be checked */
  readonly why?: string;
  /** what the provider cannot compare */
  readonly notComparable?: readonly string[];
}

/** One for each deployment. */
export interface Check {
  readonly deploymentId: string;
  /** grows with each write: the fence of every other one */
  readonly version: number;
  /** when the next look is due, ISO 8601; absent: nothing is planned */
  readonly dueAt?: string;
  readonly requested?: CheckRequest;
  readonly running?: CheckInProgress;
  readonly last?: CheckResult;
  /** what stands apart since `summary.since`; of the operation that `summary` names */
  readonly findings: readonly Finding[];
  readonly summary?: DriftSummary;
  /** the provider gives no answer, not even a refusal; absent: it has answered the last look, or nobody knows */
  readonly outage?: ProviderOutage;
  /** it may move without a request, so it is looked at more often; absent: it may not, or nobody has looked yet */
  readonly mayMove?: true;
  /** the login of the owner has ended, and that was told; absent: the last look had one */
  readonly loginEnded?: true;
  /** what was found is to be repaired without a request, and no repair is accepted yet */
  readonly repairDue?: true;
  /** the last repair without a request, and how many there were in a row; absent: a check has found all in order since */
  readonly automatic?: { readonly operationId: string; readonly tries: number };
  /** found by the last look, and not told yet: the record, the timeline and the callback are still to come */
  readonly found?: Found;
}

export interface Found {
  readonly findings: readonly Finding[];
  readonly summary: DriftSummary;
  /** `changes` of the deployment before the look: if it has changed since, the look saw something in between */
  readonly changes?: number;
}

/** Repairs without a request what the claimed check has found, and plans the next look. */
export type RepairFound = (claimed: Check, deployment: Deployment, next: Pick<Check, 'dueAt'>) => Promise<void>;

/** Moves deployments away from their providers without a request. */
export interface MoveElsewhere {
  /** whether the template in force asks for it */
  mayMove(deployment: Deployment): Promise<boolean>;
  /** where the provider is gone long enough */
  ifGone(deploymentId: string): Promise<void>;
}

export interface Checks {
  find(deploymentId: string): Promise<Check | undefined>;
  /** those whose look was due before this instant, the oldest first, at most `limit` */
  due(before: Date, limit: number): Promise<readonly Check[]>;
  /** Writes `next` in place of `seen`; undefined if somebody else has written meanwhile. `seen` undefined: there was none. */
  replace(seen: Check | undefined, next: Omit<Check, 'version'>): Promise<Check | undefined>;
  remove(seen: Check): Promise<void>;
  /**
   * Writes the line into the record of a deployment, with a new `updatedAt`, if its operation and its resources are those
   * of the look; else undefined.
   */
  summarise(deploymentId: string, found: Found): Promise<Deployment | undefined>;
}

/** Counts what the checks found. */
export interface DriftReport {
  checked(verdict: Verdict): void;
  /** a check found something that an earlier one had not */
  found(drifted: number): void;
}
