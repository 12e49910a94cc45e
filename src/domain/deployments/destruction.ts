import { NotFoundError, NotReadyError, ProviderFailedError, ProviderUnavailableError } from '../errors.ts';
import { lookUp } from '../providers/lookup.ts';
import type { Attempt } from './attempt.ts';
import { destroyGraceSeconds, elapsed, lostCallSeconds, submitSeconds } from './deadlines.ts';
import { infrastructureName } from './deployment.ts';
import { narrate } from './narrate.ts';
import { throughOutages } from './outage.ts';
import type { LifecyclePorts } from './ports.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'providers' | 'infrastructureManager' | 'files' | 'timeline'>;

/** How far the destruction of what an attempt made has come. */
export type Destruction =
  | { readonly is: 'gone' }
  | { readonly is: 'waiting'; readonly why: string }
  | { readonly is: 'failed'; readonly why: string };

/**
 * One step of destroying what an attempt made: asks once, then looks until it is gone. `since` is when that was
 * decided: what was asked before it does not count. Repeat while `waiting`.
 */
export const destroy = async (ports: Ports, attempt: Attempt, since: string): Promise<Destruction> => {
  const { deploymentId, number, providerId } = attempt;
  if (!(await lookUp(ports.providers, providerId))) {
    return { is: 'failed', why: `provider ${providerId} is no longer configured` };
  }
  const seen = await throughOutages(ports, attempt, since, () => refusable(() => step(ports, attempt, since)));
  if (seen.is === 'gone') {
    const text = `nothing is left of attempt ${number} on provider ${providerId}`;
    await narrate(ports, deploymentId, attempt, { at: ports.clock.now().toISOString(), what: 'destroyed', text });
    await ports.attempts.record(deploymentId, number, { state: 'DESTROYED' });
  }
  return seen;
};

const step = async (ports: Ports, attempt: Attempt, since: string): Promise<Destruction> => {
  const id = attempt.infrastructureId ?? (await findLost(ports, attempt));
  if (id === undefined) return mayAppear(attempt, since, ports.clock.now());
  const { destroyingAt, deploymentId, number, providerId } = attempt;
  if (destroyingAt !== undefined && destroyingAt >= since) return look(ports, attempt, id, destroyingAt);
  const askedAt = ports.clock.now().toISOString();
  try {
    await ports.infrastructureManager.destroy(providerId, id);
  } catch (error) {
    if (error instanceof ProviderUnavailableError && (await isGone(ports, providerId, id))) return { is: 'gone' };
    throw error;
  }
  const text = `infrastructure ${id} on provider ${providerId} is to be destroyed`;
  await narrate(ports, deploymentId, attempt, { at: askedAt, what: 'destroying', text });
  await ports.attempts.record(deploymentId, number, { destroyingAt: askedAt });
  return look(ports, attempt, id, askedAt);
};

/** Whether only the answer to its destruction was lost. */
const isGone = async ({ infrastructureManager }: Ports, providerId: string, id: string): Promise<boolean> => {
  try {
    await infrastructureManager.status(providerId, id);
    return false;
  } catch (error) {
    if (error instanceof NotFoundError) return true;
    throw error;
  }
};

/** The infrastructure whose id never reached us: design, decision 9. */
const findLost = async (ports: Ports, { deploymentId, number, providerId }: Attempt): Promise<string | undefined> => {
  const infrastructureId = await ports.infrastructureManager.find(providerId, infrastructureName(deploymentId, number));
  if (infrastructureId !== undefined) await ports.attempts.record(deploymentId, number, { infrastructureId });
  return infrastructureId;
};

/** Not there yet is not gone: a submit that was in flight when this began may still succeed. */
const mayAppear = ({ state, number }: Attempt, since: string, now: Date): Destruction => {
  const seconds = state === 'SUBMITTING' ? submitSeconds + lostCallSeconds : lostCallSeconds;
  return elapsed(since, now, { seconds })
    ? { is: 'gone' }
    : { is: 'waiting', why: `the provider may still be asked for attempt ${number}` };
};

/** A provider that says no, or not yet, has answered. */
const refusable = async (run: () => Promise<Destruction>): Promise<Destruction> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof NotReadyError) return { is: 'waiting', why: error.message };
    if (error instanceof ProviderFailedError) return { is: 'failed', why: error.message };
    throw error;
  }
};

/**
 * im-api.md section 0, trap 5: a destruction that failed shows only as the former state. So does one that succeeded in
 * the moment we looked: release 2.0.0 then writes the infrastructure back, for good, until it is asked again.
 */
const look = async (ports: Ports, attempt: Attempt, id: string, askedAt: string): Promise<Destruction> => {
  const { providerId } = attempt;
  try {
    const { state } = await ports.infrastructureManager.status(providerId, id);
    const graceIsOver = elapsed(askedAt, ports.clock.now(), { seconds: destroyGraceSeconds });
    if (graceIsOver && state !== 'deleting' && state !== 'unknown') {
      return { is: 'failed', why: `it is ${state} again: it was not destroyed` };
    }
    if (state !== 'deleting') await ports.infrastructureManager.destroy(providerId, id); // a repeat is harmless
    return { is: 'waiting', why: `it is ${state}` };
  } catch (error) {
    if (error instanceof NotFoundError) return { is: 'gone' };
    throw error;
  }
};
