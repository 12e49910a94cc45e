import type { Json } from '../../tosca/topology.ts';
import { scalarUnit } from '../../tosca/values/units.ts';
import type { Flavor, Offer } from '../providers/offer.ts';
import type { Match } from './match-image.ts';

type Requested = Readonly<Record<string, Json>>;

/**
 * The offer's flavor for a node: by name, else the smallest that meets every demand (docs/contract/federation.md, "What a
 * template becomes at a provider").
 */
export const matchFlavor = (requested: Requested, { flavors }: Offer): Match<Flavor> => {
  if (flavors === undefined) return { is: 'kept' };
  const name = textOf(requested['instance_type']);
  const demands = demandsOf(requested);
  const named = flavors.find((flavor) => flavor.name === name);
  const onlyNamed = name !== undefined && demands.length === 0;
  const fitting = onlyNamed ? [] : flavors.filter((flavor) => demands.every((demand) => demand.met(flavor)));
  const found = named ?? fitting.toSorted(bySize)[0];
  if (found) return { is: 'found', found };
  const wanted = [name && `named ${name}`, ...demands.map(({ what }) => what)].filter(Boolean).join(', ');
  return { is: 'missing', why: `has no flavor${wanted === '' ? ' at all' : ` ${name ? '' : 'with '}${wanted}`}` };
};

interface Demand {
  readonly what: string;
  met(flavor: Flavor): boolean;
}

const demandsOf = (requested: Requested): readonly Demand[] => {
  const gpus = numberOf(requested['num_gpus']);
  return [
    ...least('CPUs', numberOf(requested['num_cpus']), ({ cpus }) => cpus),
    ...least('MB of memory', sizeOf(requested['mem_size'], 1e6), ({ memory }) => memory),
    ...least('GB of disk', sizeOf(requested['disk_size'], 1e9), ({ disk }) => disk),
    ...least('GPUs', gpus, ({ gpus = 0 }) => gpus),
    ...(gpus ? gpuKind(requested) : []),
    ...(requested['infiniband_support'] === true
      ? [{ what: 'InfiniBand', met: ({ infiniband }: Flavor) => infiniband === true }]
      : []),
  ];
};

const least = (unit: string, amount: number | undefined, of: (flavor: Flavor) => number): readonly Demand[] =>
  amount === undefined ? [] : [{ what: `${amount} ${unit}`, met: (flavor) => of(flavor) >= amount }];

const gpuKind = (requested: Requested): readonly Demand[] =>
  (
    [
      ['gpu_vendor', ({ gpuVendor }: Flavor) => gpuVendor],
      ['gpu_model', ({ gpuModel }: Flavor) => gpuModel],
    ] as const
  ).flatMap(([key, of]) => {
    const value = textOf(requested[key]);
    if (value === undefined) return [];
    return [{ what: `${key} ${value}`, met: (flavor: Flavor) => of(flavor)?.toLowerCase() === value.toLowerCase() }];
  });

/** Compares the most expensive resources first: GPUs, CPUs, memory, disk. */
const bySize = (a: Flavor, b: Flavor): number =>
  (a.gpus ?? 0) - (b.gpus ?? 0) || a.cpus - b.cpus || a.memory - b.memory || a.disk - b.disk;

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const numberOf = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

/** A size such as `2 GB` in the given unit. It is rounded, so that 1 GiB does not ask for a thousandth of a MB. */
const sizeOf = (value: Json | undefined, unit: number): number | undefined => {
  const bytes = typeof value === 'string' ? scalarUnit(value, 'scalar-unit.size') : undefined;
  return bytes === undefined ? undefined : Math.round((bytes / unit) * 100) / 100;
};
