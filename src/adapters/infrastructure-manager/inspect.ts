import * as v from 'valibot';
import type { InspectedMachine, Inspection } from '../../domain/deployers/inspection.ts';
import { comparedOf } from '../../domain/drift/noted-values.ts';
import { ProviderFailedError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { recordOf } from '../../foundation/shape/schemas.ts';
import { systemIn } from './radl-system.ts';
import { get, type Session } from './session.ts';
import { stateSchema } from './virtual-machine.ts';

/** Milliseconds: the manager asks the cloud for each machine, one after the other. */
const stateMs = 30_000;

/** In bytes: about 1.5 kB for a machine; the keys and passwords in it are read into nothing. */
const dataBytes = 32 * 1024 * 1024;

const stateAnswer = v.object({ state: v.object({ vm_states: recordOf(v.string(), stateSchema) }) });

/** `GET I/data`, which is how the manager stores an infrastructure; the answer has it as a text in JSON. */
const machineSchema = v.object({
  im_id: v.number(),
  id: v.nullish(v.union([v.string(), v.number()])),
  destroy: v.nullish(v.boolean(), false),
  /** seconds since 1970: when the cloud last answered for it; 0 after start, stop and alter */
  last_update: v.nullish(v.number(), 0),
  info: v.nullish(v.string()),
  cloud: v.nullish(v.union([v.string(), v.looseObject({})])),
});
type StoredMachine = v.InferOutput<typeof machineSchema>;
const stored = v.object({ vm_list: v.array(v.union([v.string(), v.looseObject({})])) });
const dataAnswer = v.object({ data: v.union([v.string(), v.looseObject({})]) });

/**
 * What stands, in two calls for any number of machines (docs/decisions/0079). The first one makes the manager ask the cloud;
 * the second one tells for which machines the cloud answered. A third one asks the cloud for something else, if nothing was
 * heard of any machine.
 */
export const inspect = async (session: Session, id: string): Promise<Inspection> => {
  const states = await session.read('infrastructure', { ...get(id, '/state'), deadlineMs: stateMs }, stateAnswer);
  const reply = await session.send('infrastructure', { ...get(id, '/data'), maxBytes: dataBytes });
  const all = machinesIn(reply.text).filter(({ destroy }) => destroy !== true);
  const newest = Math.max(0, ...all.map(({ last_update: at }) => at ?? 0));
  const now = secondsOf(reply.headers.get('Date')) ?? newest;
  const machines = all.map((one) => inspected(one, states.state.vm_states[`${one.im_id}`], now));
  if (!machines.some(({ state }) => state === 'silent')) return { is: 'read', machines };
  // another machine of which the cloud has just told is the proof that it answers
  const heard = machines.some(({ state }) => state !== 'silent');
  return { is: 'read', machines, cloudAnswers: heard || (await cloudAnswers(session)) };
};

/** By the server's own clock, as `last_update` is. */
const secondsOf = (date: string | null): number | undefined => {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? undefined : at / 1_000;
};

const machinesIn = (text: string): readonly StoredMachine[] => {
  try {
    const { data } = v.parse(dataAnswer, JSON.parse(text));
    return v.parse(stored, fromText(data)).vm_list.map((one) => v.parse(machineSchema, fromText(one)));
  } catch {
    // the error would quote what it read, and that holds keys and passwords
    throw new ProviderUnavailableError(
      'the Infrastructure Manager told the data of an infrastructure in an unknown form',
    );
  }
};

/** Release 1.19 and 2.0 have texts in the text; a later one may not. */
const fromText = (value: unknown): unknown => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value);

/** Seconds within which the cloud was asked for all machines of one look, beside the 10 s that an answer stays good. */
const sameLookSeconds = 60;

const inspected = (one: StoredMachine, state: InspectedMachine['state'] = 'unknown', now = 0): InspectedMachine => {
  const system = systemIn(one.info ?? '');
  const isOld = now - (one.last_update ?? 0) > sameLookSeconds;
  return {
    id: `${one.im_id}`,
    node: system.node ?? '',
    state: state === 'unknown' || isOld ? 'silent' : meant(state, system.values['provider.type']),
    values: comparedOf(system.values),
  };
};

/** Connectors that show a machine that is only switched off as `off`; at the others it has been terminated. */
const switchedOff: ReadonlySet<unknown> = new Set(['vSphere', 'Azure', 'OpenNebula']);

const meant = (state: InspectedMachine['state'], provider: unknown): InspectedMachine['state'] =>
  state === 'off' && !switchedOff.has(provider) ? 'gone' : state;

/** Whether the cloud of this session answers anything at all. */
const cloudAnswers = async (session: Session): Promise<boolean> => {
  const [cloud] = session.lines.flatMap(({ type, id }) => (type !== 'InfrastructureManager' && id ? [id] : []));
  if (cloud === undefined) return false;
  try {
    await session.send('infrastructure', { method: 'GET', path: `/clouds/${encodeURIComponent(cloud)}/quotas` });
    return true;
  } catch (error) {
    if (error instanceof ProviderUnavailableError || error instanceof ProviderFailedError) return false;
    throw error;
  }
};
