import { needsAttention } from '../../foundation/attention.ts';
import { eachLogged } from '../../foundation/each-logged.ts';
import { ConflictError } from '../../foundation/errors.ts';
import { sanitisedForLog } from '../../foundation/sanitised-error.ts';
import { onBehalfOf } from '../credentials/current-deployment.ts';
import { deleteDeployment } from '../deployments/accepting/delete.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import { type NotifyPorts, notify } from '../deployments/reporting/notify.ts';
import { type ReportPorts, report } from '../deployments/reporting/report.ts';
import { spanText } from '../lifetimes/lifetime.ts';
import { isPaused, type PausePorts } from '../operators/pause.ts';
import { type Expiries, type Expiry, graceMins, isWarningDue, nextMoment } from './expiry.ts';

export type EndPorts = PausePorts &
  NotifyPorts &
  ReportPorts &
  Parameters<typeof deleteDeployment>[0] & {
    readonly expiries: Expiries;
    /** minutes before the end */
    readonly expiryWarnings: readonly number[];
  };

/** Most looks of one run, every five minutes. */
const atOnce = 100;

/** Minutes until the next look at one that is protected, and at one whose deletion has begun. */
const protectedMins = 60;
const deletionMins = 24 * 60;

/**
 * Tells the owners of deployments that end soon, and deletes those whose time is over. A repeat tells nothing twice. AggregateError when some
 * could not be told or deleted: the next run tries again.
 */
export const endDeployments = (ports: EndPorts) => async (): Promise<void> => {
  const due = await ports.expiries.due(ports.clock.now(), atOnce);
  if (due.length === 0 || (await isPaused(ports))) return;
  const failures = await eachLogged(due, {
    idsOf: ({ deploymentId }) => ({ deploymentId }),
    run: (expiry) => onBehalfOf(expiry.deploymentId, () => look(ports, expiry)).catch(reportLate(ports, expiry)),
    done: 'the end of a deployment was looked at',
    failed: 'a deployment that ends could not be told or deleted, which is tried again',
  });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ends failed`);
};

/** Minutes after which an operator has to know that a deployment has not ended. */
const lateMins = 60;

const reportLate =
  ({ clock }: EndPorts, { expiresAt }: Expiry) =>
  (error: unknown): never => {
    if (minutesTo(expiresAt, clock.now()) < -lateMins)
      needsAttention('end-late', 'a deployment should have ended', { expiresAt, error: sanitisedForLog(error) });
    throw error;
  };

const look = async (ports: EndPorts, expiry: Expiry): Promise<void> => {
  const now = ports.clock.now();
  const { expiries, expiryWarnings: warnings } = ports;
  const deployment = await ports.deployments.find(expiry.deploymentId);
  if (deployment?.expiresAt !== expiry.expiresAt || deployment.leaving) return expiries.remove(expiry);
  if (expiry.expiresAt <= now.toISOString()) return atTheEnd(ports, deployment, expiry);
  if (isWarningDue(expiry, warnings, now)) await tellSoon(ports, deployment, expiry, minutesTo(expiry.expiresAt, now));
  const warned = isWarningDue(expiry, warnings, now) ? 'soon' : expiry.told;
  await expiries.replace(expiry, { dueAt: nextMoment(expiry, warnings, now), ...(warned && { told: warned }) });
};

const minutesTo = (instant: string, now: Date): number => (Date.parse(instant) - now.getTime()) / 60_000;

const afterMinutes = (now: Date, minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();

const atTheEnd = async (ports: EndPorts, deployment: Deployment, expiry: Expiry): Promise<void> => {
  const now = ports.clock.now();
  if (deployment.protected) {
    if (expiry.told !== 'protected') await tellProtected(ports, deployment, expiry);
    return ports.expiries.replace(expiry, { dueAt: afterMinutes(now, protectedMins), told: 'protected' });
  }
  const grace = graceMins(expiry, ports.expiryWarnings, now);
  if (grace !== undefined) {
    await tellSoon(ports, deployment, expiry, grace);
    return ports.expiries.replace(expiry, { dueAt: afterMinutes(now, grace), told: 'soon' });
  }
  if (deployment.status !== 'DELETE_IN_PROGRESS') await end(ports, deployment, expiry);
  await ports.expiries.replace(expiry, { dueAt: afterMinutes(now, deletionMins), told: 'soon' });
};

/** A deletion like any other. Nothing is deleted whose end was changed, or that was protected, since it was read. */
const end = async (ports: EndPorts, deployment: Deployment, { expiresAt }: Expiry): Promise<void> => {
  await tell(ports, deployment, {
    name: `ended-${Date.parse(expiresAt)}`,
    text: `its time is over (${expiresAt}): it is deleted`,
  });
  const stillOver = (current: Deployment): void => {
    if (current.expiresAt !== expiresAt) throw new ConflictError('the end of the deployment was changed meanwhile');
  };
  await deleteDeployment(ports, deployment, { force: false, onlyIf: stillOver });
};

const tellSoon = (ports: EndPorts, deployment: Deployment, expiry: Expiry, minutes: number): Promise<void> =>
  tellAndCall(ports, deployment, {
    name: `ends-${Date.parse(expiry.expiresAt)}-${Date.parse(expiry.dueAt)}`,
    text: `it ends in ${spanText(minutes)}, and is deleted then: ${howToExtend(deployment)}`,
    ends: { expiresAt: expiry.expiresAt, minutes: Math.round(minutes) },
  });

const tellProtected = (ports: EndPorts, deployment: Deployment, { expiresAt }: Expiry): Promise<void> =>
  tellAndCall(ports, deployment, {
    name: `protected-at-${Date.parse(expiresAt)}`,
    text: `its time is over (${expiresAt}), and it stays, since it is protected: ${howToExtend(deployment)}, or take the protection off, and it is deleted within an hour`,
    ends: { expiresAt, minutes: 0 },
  });

/** The link that extends, where the record knows the address of the service. */
const linkOf = ({ id, origin }: Deployment): string | undefined =>
  origin && `${origin.serviceUrl}/deployments/${id}/lifetime`;

const howToExtend = (deployment: Deployment): string => {
  const link = linkOf(deployment);
  return `toscanini extend ${deployment.id} 2d${link === undefined ? '' : `, or PUT {"ttl": "2d"} to ${link},`} gives it more time`;
};

interface Message {
  /** unique in the operation, so that a repeat tells nothing twice */
  readonly name: string;
  readonly text: string;
}

const tell = (ports: EndPorts, deployment: Deployment, { name, text }: Message): Promise<void> =>
  report(ports, { deployment }, { text, event: { kind: 'ENDING', name } });

const tellAndCall = async (
  ports: EndPorts,
  deployment: Deployment,
  { ends, ...message }: Message & { readonly ends: { readonly expiresAt: string; readonly minutes: number } },
): Promise<void> => {
  await tell(ports, deployment, message);
  const extend = linkOf(deployment);
  await notify(ports, deployment, message.name, { ends: { ...ends, ...(extend !== undefined && { extend }) } });
};
