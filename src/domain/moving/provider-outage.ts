/** A provider that gives no answer: docs/decisions/0089. */

import type { Inspection } from '../deployers/inspection.ts';
import { type DeployerKind, usualKind } from '../deployers/kinds.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import type { MoveBounds } from './move-bounds.ts';

export interface ProviderOutage {
  readonly providerId: string;
  /** when the first look began that got no answer, ISO 8601; every one since got none either */
  readonly since: string;
  /** when the last one ended */
  readonly seenAt: string;
  /** a look that was due was not made, in a pause of the installation: nobody knows whether it answered since */
  readonly isInterrupted?: true;
}

/** Nothing was heard of any machine, and the cloud itself gave no answer, so not a refusal either. */
export const isCloudSilent = (seen: Extract<Inspection, { readonly is: 'read' }>): boolean =>
  seen.cloudIsSilent === true && seen.machines.every(({ state }) => state === 'silent');

/** An Infrastructure Manager that does not answer hides its clouds, which are no more gone than the others that it serves. */
export const answersItself = (deployer: DeployerKind | undefined): boolean => (deployer ?? usualKind) !== usualKind;

/** Pauses between the looks at a provider that is away, in minutes: four within the time after which it is gone. */
const outagePauseMins = (afterMins: number): number => Math.min(Math.max(afterMins / 4, 5), 30);

/** A finding that a provider is away is not believed later than that, in minutes: somebody asks for a new check. */
export const believedMins = 15;

/** The same of a move that waits for its approval, whose provider is looked at all the time. */
export const waitingMins = (afterMins: number): number => outagePauseMins(afterMins) + believedMins;

/** It waits for an approval: nothing runs, so its provider is looked at as before. */
export const waitsToMove = ({ operation }: Pick<Deployment, 'operation'>): boolean =>
  operation.moves !== undefined && operation.approval?.state === 'waiting';

interface Planned {
  readonly dueAt?: string;
}

/** A provider that gives no answer is looked at more often, where deployments may move. */
export const soonerCheck = ({ afterMins, atOnce }: MoveBounds, usual: Planned, now: Date): Planned => {
  return atOnce === 0 ? usual : sooner(usual, now, outagePauseMins(afterMins));
};

/** Pauses between the looks at what may move without a request, in minutes: its absence has to be noticed before it counts. */
export const usualPauseMins = (afterMins: number): number => Math.max(afterMins / 2, 30);

/** After the pause at the latest. */
export const sooner = (usual: Planned, now: Date, pauseMins: number): Planned => {
  const dueAt = new Date(now.getTime() + pauseMins * 60_000).toISOString();
  return usual.dueAt !== undefined && usual.dueAt < dueAt ? usual : { dueAt };
};

type Standing = Pick<Deployment, 'providerId' | 'operation'>;

/** The outage, unless it is another provider's, or an operation came since: that may have got answers. A move asks others. */
export const outageOf = (
  outage: ProviderOutage | undefined,
  { providerId, operation }: Standing,
): ProviderOutage | undefined => {
  const isSince = outage !== undefined && operation.acceptedAt > outage.since && operation.moves === undefined;
  return outage?.providerId === providerId && !isSince ? outage : undefined;
};

/** The outage that a look has seen, which may have begun before, if every look since was made. */
export const outageSeen = (
  { outage, running }: { readonly outage?: ProviderOutage; readonly running?: { readonly startedAt: string } },
  deployment: Standing,
  now: Date,
): ProviderOutage => {
  const seenAt = now.toISOString();
  const before = outageOf(outage, deployment);
  const since = (before?.isInterrupted ? undefined : before?.since) ?? running?.startedAt ?? seenAt;
  return { providerId: deployment.providerId ?? '', since, seenAt };
};
