import type { VirtualMachine } from '../../domain/deployers/machines.ts';
import type { Json } from '../../tosca/topology.ts';
import { scalarUnit } from '../../tosca/values/units.ts';

/** Providers count 4 GB in different ways, and keep a little of it for themselves. */
const tolerance = 0.93;

const host = 'capabilities.host.properties.';

type System = VirtualMachine['properties'][number];

/**
 * What an altered machine lacks, by what its provider reports of it (docs/contract/infrastructure-manager.md,
 * "Machines"): an answer alone must not count as an alteration. Values that the provider does not report are trusted.
 */
export const shortfall = (
  { properties }: Pick<VirtualMachine, 'properties'>,
  wanted: { readonly [property: string]: Json },
  altered: readonly string[],
): readonly string[] => {
  const system = properties.at(-1) ?? {};
  return altered.flatMap((property) => checks[property]?.(system, wanted[property]) ?? []);
};

const checks: { readonly [property: string]: (system: System, wanted: Json | undefined) => readonly string[] } = {
  [`${host}num_cpus`]: (system, wanted) => atLeast(system, 'cpu.count', numberOf(wanted)),
  [`${host}num_gpus`]: (system, wanted) => atLeast(system, 'gpu.count', numberOf(wanted)),
  [`${host}mem_size`]: (system, wanted) => atLeast(system, 'memory.size', sizeOf(wanted), tolerance),
  attachments: (system, wanted) => (Array.isArray(wanted) ? wanted.flatMap((_, index) => disk(system, index + 1)) : []),
};

const atLeast = (system: System, key: string, wanted: number | undefined, part = 1): readonly string[] => {
  const has = system[key];
  if (wanted === undefined || typeof has !== 'number' || has >= wanted * part) return [];
  return [`its ${key} is ${has} and not ${wanted}`];
};

const disk = (system: System, number: number): readonly string[] =>
  system[`disk.${number}.size`] === undefined && system[`disk.${number}.image.url`] === undefined
    ? [`it has no disk ${number}`]
    : [];

const numberOf = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

const sizeOf = (value: Json | undefined): number | undefined =>
  typeof value === 'string' ? scalarUnit(value, 'scalar-unit.size') : numberOf(value);
