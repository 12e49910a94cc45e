import * as v from 'valibot';
import { ProviderUnavailableError } from '../../foundation/errors.ts';
import { get, type Session } from './session.ts';

/** In bytes: about 1.5 kB for a machine; the keys and passwords in it are read into nothing. */
const dataBytes = 32 * 1024 * 1024;

/** `GET I/data`, which is how the manager stores an infrastructure; the answer has it as a text in JSON. */
const machineSchema = v.object({
  im_id: v.number(),
  id: v.nullish(v.union([v.string(), v.number()])),
  destroy: v.nullish(v.boolean(), false),
  /** seconds since 1970: when the cloud last answered for it; 0 after start, stop and alter */
  last_update: v.nullish(v.number(), 0),
  info: v.nullish(v.string()),
  /** as it was when somebody last asked for it */
  state: v.nullish(v.string(), 'unknown'),
  cloud: v.nullish(v.union([v.string(), v.looseObject({})])),
});
export type StoredMachine = v.InferOutput<typeof machineSchema>;
const stored = v.object({ vm_list: v.array(v.union([v.string(), v.looseObject({})])) });
const dataAnswer = v.object({ data: v.union([v.string(), v.looseObject({})]) });

/** The machines of an infrastructure as the manager has them: asks no cloud. `date`: the server's clock, in its header. */
export const storedMachines = async (
  session: Session,
  id: string,
): Promise<{ readonly machines: readonly StoredMachine[]; readonly date: string | null }> => {
  const reply = await session.send('infrastructure', { ...get(id, '/data'), maxBytes: dataBytes });
  const machines = machinesIn(reply.text).filter(({ destroy }) => destroy !== true);
  return { machines, date: reply.headers.get('Date') };
};

/** The answer has another form than those of releases 1.19 and 2.0. */
export class UnknownDataError extends ProviderUnavailableError {}

const machinesIn = (text: string): readonly StoredMachine[] => {
  try {
    const { data } = v.parse(dataAnswer, JSON.parse(text));
    return v.parse(stored, fromText(data)).vm_list.map((one) => v.parse(machineSchema, fromText(one)));
  } catch {
    // the error would quote what it read, and that holds keys and passwords
    throw new UnknownDataError('the Infrastructure Manager told the data of an infrastructure in an unknown form');
  }
};

/** Release 1.19 and 2.0 have texts in the text; a later one may not. */
const fromText = (value: unknown): unknown => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value);
