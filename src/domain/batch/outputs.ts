import { tokenParts } from '../../tosca/functions/token-parts.ts';
import type { Json, Topology } from '../../tosca/topology.ts';
import { mapOf } from '../deployers/asked.ts';

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
export const evaluated = (value: Json, known: ReadonlyMap<string, readonly JobAttributes[]>): Json | undefined => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return all(value, known);
  const [[name, given] = ['', null], ...others] = Object.entries(mapOf(value));
  const call = Array.isArray(given) ? (given as readonly Json[]) : [];
  if (others.length > 0) return ofMembers(value as { readonly [key: string]: Json }, known);
  switch (name) {
    case 'get_attribute':
      return attributeOf(call, known);
    case 'concat':
      return joined(call, '', known);
    case 'join':
      return joined(Array.isArray(call[0]) ? (call[0] as readonly Json[]) : [], String(call[1] ?? ''), known);
    case 'token':
      return tokenOf(call, known);
    default:
      return ofMembers(value as { readonly [key: string]: Json }, known);
  }
};

type Known = ReadonlyMap<string, readonly JobAttributes[]>;

const all = (values: readonly Json[], known: Known): Json | undefined => {
  const found = values.map((one) => evaluated(one, known));
  return found.some((one) => one === undefined) ? undefined : found.flatMap((one) => (one === undefined ? [] : [one]));
};

const ofMembers = (value: { readonly [key: string]: Json }, known: Known): Json =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const found = evaluated(one, known);
      return found === undefined ? [] : [[key, found] as const];
    }),
  );

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

const joined = (parts: readonly Json[], separator: string, known: Known): string | undefined => {
  const found = all(parts, known);
  return Array.isArray(found) ? found.map((one) => textOf(one as Json)).join(separator) : undefined;
};

const tokenOf = ([of, separator, index]: readonly Json[], known: Known): string | undefined => {
  const text = of === undefined ? undefined : evaluated(of, known);
  return text === undefined ? undefined : tokenParts(textOf(text), String(separator))[Number(index)];
};

const textOf = (value: Json): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
