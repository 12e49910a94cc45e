import * as v from 'valibot';
import type { InspectedMachine, Inspection } from '../../domain/deployers/inspection.ts';
import { comparedOf } from '../../domain/drift/noted-values.ts';
import { ProviderFailedError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { recordOf } from '../../foundation/shape/schemas.ts';
import { systemIn } from './radl-system.ts';
import { get, type Session } from './session.ts';
import { type StoredMachine, storedMachines } from './stored-machines.ts';
import { stateSchema } from './virtual-machine.ts';

/** Neither a check nor an adoption compares these. */
export const notComparable = ['ports', 'names', 'tags', 'images', 'disks', 'software'] as const;

/** Milliseconds: the manager asks the cloud for each machine, one after the other. */
const stateMs = 30_000;

type Read = Extract<Inspection, { is: 'read' }>;

const stateAnswer = v.object({ state: v.object({ vm_states: recordOf(v.string(), stateSchema) }) });

/**
 * What stands, in two calls for any number of machines (docs/decisions/0079). The first one makes the manager ask the cloud;
 * the second one tells for which machines the cloud answered. A third one asks the cloud for something else, if nothing was
 * heard of any machine.
 */
export const inspect = async (session: Session, id: string): Promise<Inspection> => {
  const states = await session.read('infrastructure', { ...get(id, '/state'), deadlineMs: stateMs }, stateAnswer);
  const { machines: all, date } = await storedMachines(session, id);
  const newest = Math.max(0, ...all.map(({ last_update: at }) => at ?? 0));
  const now = secondsOf(date) ?? newest;
  const machines = all.map((one) => inspected(one, states.state.vm_states[`${one.im_id}`], now));
  if (!machines.some(({ state }) => state === 'silent')) return { is: 'read', machines };
  // another machine of which the cloud has just told is the proof that it answers
  const heard = machines.some(({ state }) => state !== 'silent');
  return { is: 'read', machines, ...(heard ? { cloudAnswers: true } : await readCloud(session)) };
};

/** What the manager remembers of it: it asks no cloud, and needs the credentials of none. */
export const remembered = async (session: Session, id: string): Promise<Inspection> => {
  const { machines } = await storedMachines(session, id);
  return {
    is: 'read',
    machines: machines.map((one) => inspected(one, v.parse(stateSchema, one.state), one.last_update)),
  };
};

/** By the server's own clock, as `last_update` is. */
const secondsOf = (date: string | null): number | undefined => {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? undefined : at / 1_000;
};

/** Seconds within which the cloud was asked for all machines of one look, beside the 10 s that an answer stays good. */
const sameLookSeconds = 60;

const inspected = (one: StoredMachine, state: InspectedMachine['state'] = 'unknown', now = 0): InspectedMachine => {
  const system = systemIn(one.info ?? '');
  const isOld = now - (one.last_update ?? 0) > sameLookSeconds;
  return {
    id: `${one.im_id}`,
    node: system.node ?? '',
    state: state === 'unknown' || isOld ? 'silent' : stateAtProvider(state, system.values['provider.type']),
    values: comparedOf(system.values),
    ...cloudOf(one),
  };
};

const cloudSchema = v.object({ type: v.string(), server: v.nullish(v.string(), '') });

/** Release 1.19 and 2.0 tell the cloud as a map, and other ones as its text. */
const cloudOf = ({ id, cloud }: StoredMachine): Pick<InspectedMachine, 'cloudId' | 'cloudServer'> => {
  const found = v.safeParse(cloudSchema, typeof cloud === 'string' ? parsed(cloud) : cloud);
  const server = found.success ? found.output.server : '';
  return { ...cloudIdOf(id, found), ...(server && { cloudServer: server }) };
};

const cloudIdOf = (
  id: StoredMachine['id'],
  found: v.SafeParseResult<typeof cloudSchema>,
): Pick<InspectedMachine, 'cloudId'> => {
  if (id === undefined || id === null || `${id}` === '') return {};
  // the cloud that makes nothing numbers its machines by the time, so two may have one id
  if (found.success && found.output.type === 'Dummy') return {};
  return { cloudId: found.success ? `${found.output.type} ${found.output.server} ${id}` : `${id}` };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the name of a cloud
  }
};

/** Connectors that show a machine that is only switched off as `off`; at the others it has been terminated. */
const switchedOff: ReadonlySet<unknown> = new Set(['vSphere', 'Azure', 'OpenNebula']);

const stateAtProvider = (state: InspectedMachine['state'], provider: unknown): InspectedMachine['state'] =>
  state === 'off' && !switchedOff.has(provider) ? 'gone' : state;

/** What a cloud's library says when nobody answers. */
const silence =
  /connect|timed? ?-?out|unreachable|max retries|no route|name or service not known|resolv|service unavailable|bad gateway|\b50[234]\b/i;

const refusal = /credential|unauthori[sz]ed|forbidden|denied|authentication|expired|\b40[13]\b/i;

/** Refused credentials are no silence: the cloud has answered. */
const isSilence = (error: ProviderUnavailableError | ProviderFailedError): boolean => {
  if (error instanceof ProviderUnavailableError && error.outageCause !== 'no-answer') return false;
  return silence.test(error.message) && !refusal.test(error.message);
};

/** Whether the cloud of this session answers anything at all. */
const readCloud = async (session: Session): Promise<Pick<Read, 'cloudAnswers' | 'cloudIsSilent'>> => {
  const [cloud] = session.lines.flatMap(({ type, id }) => (type !== 'InfrastructureManager' && id ? [id] : []));
  if (cloud === undefined) return { cloudAnswers: false };
  try {
    await session.send('infrastructure', { method: 'GET', path: `/clouds/${encodeURIComponent(cloud)}/quotas` });
    return { cloudAnswers: true };
  } catch (error) {
    if (error instanceof ProviderUnavailableError || error instanceof ProviderFailedError)
      return { cloudAnswers: false, ...(isSilence(error) && { cloudIsSilent: true }) };
    throw error;
  }
};
