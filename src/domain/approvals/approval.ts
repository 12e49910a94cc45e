/** An operation that waits until somebody approves its plan (docs/decisions/0082). */

import type { Identity } from '../../foundation/identity.ts';
import { type PauseTimes, pausedSince } from '../operators/pause.ts';

/** A rule that asks for it. */
export interface ApprovalRule {
  readonly rule: string;
  /** its sentence */
  readonly message: string;
  /** names of groups at the owner's issuer, or `<group>@<issuer>`; one member of one of them is enough */
  readonly approvers: readonly string[];
}

export interface Decision {
  readonly by: Identity;
  /** ISO 8601 instant, UTC */
  readonly at: string;
  readonly comment?: string;
}

export interface Grant extends Decision {
  /** ids of the rules that this person may approve for */
  readonly rules: readonly string[];
}

export interface Approval {
  readonly state: 'waiting' | 'approved' | 'refused';
  readonly since: string;
  /** instant after which a waiting operation fails, if the installation is not paused meanwhile: `expiryOf` */
  readonly expiresAt: string;
  /** of the digest: inputs hold secrets, so that nobody can try values by the digest */
  readonly key: string;
  /** of what is approved: approved-digest.ts */
  readonly digest: string;
  /** USD at list prices, at the most expensive provider; absent: not known */
  readonly hourly?: number;
  readonly rules: readonly ApprovalRule[];
  readonly grants: readonly Grant[];
  readonly refusal?: Decision;
  /** how many executions were started by decisions; it never decreases within the operation */
  readonly rounds: number;
  /** grows with each change */
  readonly version: number;
}

/** What the operator sets. */
export interface ApprovalTerms {
  /** hours after which nobody can approve any more */
  readonly expireHours: number;
  /** percent by which what was approved may have become dearer */
  readonly dearerPercent: number;
}

export const usualTerms: ApprovalTerms = { expireHours: 168, dearerPercent: 10 };

/** The rules for which nobody has approved yet. */
export const openRules = ({ rules, grants }: Pick<Approval, 'rules' | 'grants'>): readonly ApprovalRule[] => {
  const granted = new Set(grants.flatMap((grant) => grant.rules));
  return rules.filter(({ rule }) => !granted.has(rule));
};

/** When it expires: nobody can approve in a pause of the installation, so its time stands still meanwhile. */
export const expiryOf = async (ports: PauseTimes, { since, expiresAt }: Approval, now: Date): Promise<string> =>
  new Date(Date.parse(expiresAt) + (await pausedSince(ports, since, now))).toISOString();

export const isExpired = async (ports: PauseTimes, approval: Approval, now: Date): Promise<boolean> => {
  const { state, expiresAt } = approval;
  if (state !== 'waiting' || Date.parse(expiresAt) > now.getTime()) return false;
  return Date.parse(await expiryOf(ports, approval, now)) <= now.getTime();
};

/** Whether what is to be done costs more than what was approved, beyond what the operator allows. */
export const isDearer = (approved: number | undefined, now: number | undefined, percent: number): boolean =>
  now !== undefined && (approved === undefined || now > approved * (1 + percent / 100) + 1e-9);

/** As people read it. */
export const personName = ({ subject }: Identity): string => subject;

/** Why it waits, as text: each rule with those who may approve. */
export const waitingText = ({ rules }: Pick<Approval, 'rules'>): string =>
  rules.map(({ rule, message, approvers }) => `policy ${rule} (${approvers.join(', ')}): ${message}`).join('; ');

/** Whose list an operation that waits is in. */
export type ApprovalPlace =
  | { readonly of: 'all' }
  | { readonly of: 'owner'; readonly owner: Identity }
  | { readonly of: 'group'; readonly issuer: string; readonly group: string };
