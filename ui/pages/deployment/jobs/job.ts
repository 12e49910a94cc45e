/** What AWS Batch says of a job, out of the member `Job` of a resource's metadata: docs/contract/api.md, "Extended information". */

import { sizeOf as bytesText } from '../../../../client/sizes.ts';
import type { State, Tone } from '../../../states/tones.ts';

export interface Job {
  readonly id: string;
  /** Batch's own word */
  readonly said: string;
  readonly state: State;
  readonly queue: string | undefined;
  /** ISO 8601 instants; undefined: not yet */
  readonly queuedAt: string | undefined;
  readonly startedAt: string | undefined;
  readonly endedAt: string | undefined;
  readonly exitCode: number | undefined;
  /** tries after the first one */
  readonly repeats: number;
  readonly why: string | undefined;
  /** such as `0.25 vCPU · 512 MiB` */
  readonly size: string;
  readonly image: string | undefined;
  readonly command: string | undefined;
  /** undefined: it runs once */
  readonly array: Progress | undefined;
}

/** How far the parts of an array are. */
export interface Progress {
  readonly size: number;
  readonly ended: number;
  readonly counts: readonly (readonly [tone: Tone, count: number])[];
}

const states: { readonly [said: string]: State } = {
  SUBMITTED: { tone: 'waiting', word: 'submitted' },
  PENDING: { tone: 'waiting', word: 'waits for others' },
  RUNNABLE: { tone: 'waiting', word: 'in the queue' },
  STARTING: { tone: 'working', word: 'starting' },
  RUNNING: { tone: 'working', word: 'running' },
  SUCCEEDED: { tone: 'running', word: 'succeeded' },
  FAILED: { tone: 'failed', word: 'failed' },
};

export const stateOf = (said: string): State => states[said] ?? { tone: 'waiting', word: said.toLowerCase() };

/** An array is PENDING for Batch while its parts run. */
const stateOfAll = (said: string, array: Progress | undefined): State => {
  const hasBegun = array?.counts.some(([tone]) => tone !== 'waiting') === true;
  return said === 'PENDING' && hasBegun ? stateOf('RUNNING') : stateOf(said);
};

/** undefined: Batch has not said anything yet. */
export const jobIn = (text: string | undefined): Job | undefined => {
  const record = recordIn(parsed(text));
  const id = textIn(record['id']);
  if (id === undefined) return undefined;
  const { execution, resources } = membersOf(record['description'], ['execution', 'resources']);
  const said = textIn(record['operation']) ?? '';
  const array = progressOf(numberIn(record['array_size']), recordIn(record['array']));
  return {
    ...{ id, said, state: stateOfAll(said, array), queue: textIn(record['queue']) },
    queuedAt: textIn(record['submit_time']),
    startedAt: textIn(record['start_time']),
    endedAt: textIn(record['finish_time']),
    exitCode: numberIn(record['exit_code']),
    repeats: numberIn(record['resubmit']) ?? 0,
    why: textIn(record['errors']),
    size: sizeOf(resources),
    image: textIn(execution?.['image']),
    command: textIn(execution?.['executable']),
    array,
  };
};

type JobRecord = { readonly [member: string]: unknown };

const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const recordIn = (value: unknown): JobRecord =>
  typeof value === 'object' && value !== null ? (value as JobRecord) : {};

const membersOf = <Name extends string>(value: unknown, names: readonly Name[]): { readonly [N in Name]?: JobRecord } =>
  Object.fromEntries(names.map((name) => [name, recordIn(recordIn(value)[name])])) as { [N in Name]?: JobRecord };

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const sizeOf = (resources: JobRecord = {}): string => {
  const components = Array.isArray(resources['components']) ? resources['components'] : [];
  const { total_cores: cores, memory_per_node: memory, gpus } = recordIn(components[0]);
  return [
    numberIn(cores) !== undefined && `${cores} vCPU`,
    numberIn(memory) !== undefined && memoryText(numberIn(memory) ?? 0),
    numberIn(gpus) !== undefined && `${gpus} GPU`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
};

const memoryText = (mebibytes: number): string => bytesText(mebibytes * 2 ** 20);

/** Batch counts only parts that have begun; the others wait. */
const progressOf = (size: number | undefined, record: JobRecord): Progress | undefined => {
  if (size === undefined) return undefined;
  const counts = new Map<Tone, number>();
  for (const [said, count] of Object.entries(record)) {
    const { tone } = stateOf(said);
    counts.set(tone, (counts.get(tone) ?? 0) + (numberIn(count) ?? 0));
  }
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (known < size) counts.set('waiting', (counts.get('waiting') ?? 0) + size - known);
  const ended = (counts.get('running') ?? 0) + (counts.get('failed') ?? 0);
  const order: readonly Tone[] = ['running', 'failed', 'working', 'waiting'];
  return {
    size,
    ended,
    counts: order.flatMap((tone) => (counts.get(tone) ? [[tone, counts.get(tone) ?? 0] as const] : [])),
  };
};
