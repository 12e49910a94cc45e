import { laterValue } from '../../tosca/functions/later-values.ts';
import type { Json, Topology } from '../../tosca/topology.ts';
import { mapOf } from '../deployers/capability-values.ts';

/** What is known of a job after its end. */
export interface JobAttributes {
  readonly exit_code: Json;
  readonly state: Json;
  /** what it wrote to its file of results */
  readonly results: Json;
}

const attributes = ['exit_code', 'state', 'results'];

/** Why the outputs that are known only later cannot be given. */
export const outputReasons = (
  { outputs, secrets }: Pick<Topology, 'outputs' | 'secrets'>,
  jobs: ReadonlySet<string>,
): readonly string[] =>
  outputs.flatMap(({ name, value, deferred }, index) => {
    if (!deferred) return [];
    const isSecret = secrets.some(({ at: [where, which] }) => where === 'outputs' && Number(which) === index);
    if (isSecret) return [`output ${name} holds a secret, and everybody who may see the job could read it`];
    return faultsOf(value, jobs).map((fault) => `output ${name} ${fault}`);
  });

const faultsOf = (value: Json, jobs: ReadonlySet<string>): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one: Json) => faultsOf(one, jobs));
  return Object.entries(mapOf(value)).flatMap(([name, given]) => {
    if (name !== 'get_attribute')
      return name === 'get_operation_output' ? ['needs an operation'] : faultsOf(given, jobs);
    const [node, attribute] = Array.isArray(given) ? (given as readonly Json[]) : [];
    if (typeof node === 'string' && jobs.has(node) && attributes.includes(String(attribute))) return [];
    return [`asks for ${String(attribute)} of ${String(node)}, and known of a job are ${attributes.join(', ')}`];
  });
};

/** The value of an output; undefined: a part of it is not known. A node with several jobs gives a list. */
export const evaluated = (value: Json, known: Known): Json | undefined =>
  laterValue(value, (name, call) => (name === 'get_attribute' ? attributeOf(call, known) : undefined));

type Known = ReadonlyMap<string, readonly JobAttributes[]>;

const attributeOf = ([node, attribute, ...path]: readonly Json[], known: Known): Json | undefined => {
  const jobs = known.get(String(node)) ?? [];
  const values = jobs.map((job) => memberAt(job[String(attribute) as keyof JobAttributes], path));
  const [only] = values;
  if (values.length <= 1) return only;
  return values.map((one) => one ?? null);
};

const memberAt = (value: Json | undefined, [first, ...rest]: readonly Json[]): Json | undefined => {
  if (first === undefined || value === undefined || value === null) return value ?? undefined;
  if (typeof value !== 'object') return undefined;
  return memberAt((value as { readonly [key: string]: Json })[String(first)], rest);
};
