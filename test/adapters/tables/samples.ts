/** Deployments for the tests of tables: all fields given, ids and instants made from a number. */

import type { Attempt } from '../../../src/domain/deployments/record/attempt.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { Clock } from '../../../src/foundation/clock.ts';

export const uuid = (number: number): string =>
  `01930000-0000-7000-8000-${(1_000_000 + number).toString(16).padStart(12, '0')}`;

export const instant = (second: number): string => new Date(Date.UTC(2026, 10, 20) + second * 1_000).toISOString();

/** A clock that stands still until it is set. */
export const settableClock = (second = 0): Clock & { set(second: number): void } => {
  let now = second;
  return { now: () => new Date(instant(now)), set: (next) => (now = next) };
};

export const noWait = async (): Promise<void> => {};

export const someone = { issuer: 'https://issuer.example.org/', subject: 'someone' };

export const deployment = (number: number, changes: Partial<Deployment> = {}): Deployment => ({
  id: uuid(number),
  createdAt: instant(number),
  updatedAt: instant(number),
  createdBy: someone,
  userGroup: 'biology',
  status: 'CREATE_IN_PROGRESS',
  task: 'NONE',
  outputs: {},
  callback: 'https://receiver.example.org/',
  parameters: { nodes: 2 },
  limits: { timeoutMins: 60, providerTimeoutMins: 30, keepLastAttempt: false },
  operation: { id: `operation-${number}`, kind: 'CREATE', acceptedAt: instant(number) },
  templateOf: `operation-${number}`,
  ...changes,
});

/** The deployment as a new DELETE operation takes it over. */
export const deleting = (seen: Deployment, operationId = 'deletion'): Deployment => ({
  ...seen,
  status: 'DELETE_IN_PROGRESS',
  operation: { id: operationId, kind: 'DELETE', acceptedAt: seen.updatedAt },
});

export const attempt = (of: Deployment, number: number, changes: Partial<Attempt> = {}): Attempt => ({
  deploymentId: of.id,
  operationId: of.operation.id,
  number,
  providerId: 'cloud-1',
  state: 'SUBMITTING',
  startedAt: of.createdAt,
  deadline: instant(3_600),
  last: false,
  logged: {},
  ...changes,
});
