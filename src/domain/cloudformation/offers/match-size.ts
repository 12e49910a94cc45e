import { bytesOf, type CapabilityValues, gibibyte, numberOf, textOf } from '../../deployers/capability-values.ts';
import type { StackOffer } from '../../providers/stack-offer.ts';
import { processorOf } from './processors.ts';
import { lacksSize } from './regions.ts';
import { type Size, sizes } from './sizes.ts';

/** A size is found, or the reason why there is none. */
export type FoundSize =
  | { readonly name: string; readonly architecture: Size['architecture'] }
  | { readonly why: string };

/**
 * What a machine gets at least when the template asks for no memory: the smallest sizes are too small for most systems.
 */
const leastMemory = 10 ** 9;

/** The cheapest size of the region that has everything, or the one that is asked for by name. */
export const matchSize = (host: CapabilityValues, architecture: string | undefined, offer: StackOffer): FoundSize => {
  const named = textOf(host['instance_type']);
  if (named !== undefined && !named.includes('*')) return byName(named, architecture, offer);
  const wanted = demandsOf(host, named, architecture ?? 'x86_64');
  const fitting = sizes.filter((size) => isAllowed(size.name, offer) && wanted.every(({ met }) => met(size)));
  const found = fitting.find(({ name }) => !lacksSize(offer.region, name));
  if (found) return found;
  const words = wanted.map(({ what }) => what).join(', ');
  const [missing] = fitting;
  if (missing) {
    const why = `asks for ${words}, and ${offer.region} has no size with that (not ${missing.name}, for one)`;
    return { why: `${why}: ask for less, or deploy in another region` };
  }
  return {
    why: `asks for ${words}, and none of the sizes here has that (${allowed(offer)}): ask for less, or name a size as host.instance_type`,
  };
};

const byName = (name: string, architecture: string | undefined, offer: StackOffer): FoundSize => {
  if (!/^[a-z0-9-]+\.[a-z0-9-]+$/.test(name)) {
    return {
      why: `asks for the size ${name}, and sizes of AWS have names such as t3.small: name one, or ask for num_cpus and mem_size instead`,
    };
  }
  if (!isAllowed(name, offer)) {
    const instead = 'ask for num_cpus and mem_size instead, or let the operator add it to stack.sizes';
    return { why: `asks for the size ${name}, and this provider has ${allowed(offer)}: ${instead}` };
  }
  if (lacksSize(offer.region, name)) {
    const instead = 'ask for num_cpus and mem_size instead, or deploy in another region';
    return { why: `asks for the size ${name}, which ${offer.region} does not have: ${instead}` };
  }
  const known = processorOf(name);
  if (architecture === undefined || architecture === known) return { name, architecture: known };
  return { why: `asks for the size ${name}, which is ${known}, and for an image for ${architecture}` };
};

/** Only a provider whose operator says so may use sizes that are not in our table. */
const isAllowed = (name: string, offer: StackOffer): boolean =>
  offer.sizes === undefined
    ? sizes.some((size) => size.name === name)
    : offer.sizes.some((pattern) => matches(pattern, name));

const matches = (pattern: string, name: string): boolean => {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === name;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const found = index === rest.length - 1 ? name.length - part.length : name.indexOf(part, at);
    if (found < at || !name.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
};

const allowed = ({ sizes: patterns }: StackOffer): string => (patterns ?? families()).join(', ');

const families = (): readonly string[] => [...new Set(sizes.map(({ name }) => `${name.split('.')[0]}.*`))].toSorted();

interface Demand {
  readonly what: string;
  met(size: Size): boolean;
}

const demandsOf = (host: CapabilityValues, pattern: string | undefined, architecture: string): readonly Demand[] => {
  const cpus = numberOf(host['num_cpus']) ?? 1;
  const memory = bytesOf(host['mem_size']) ?? leastMemory;
  const gpus = numberOf(host['num_gpus']) ?? 0;
  const model = textOf(host['gpu_model']);
  const vendor = textOf(host['gpu_vendor']);
  return [
    { what: `${cpus} CPUs`, met: (size) => size.cpus >= cpus },
    { what: `${Math.ceil(memory / 1e6)} MB of memory`, met: (size) => size.memory * gibibyte >= memory },
    { what: `an ${architecture} processor`, met: (size) => size.architecture === architecture },
    // a machine with GPUs costs many times as much, so nobody gets one without asking
    { what: gpus === 0 ? 'no GPU' : `${gpus} GPUs`, met: (size) => (gpus === 0 ? size.gpus === 0 : size.gpus >= gpus) },
    ...(model === undefined || gpus === 0
      ? []
      : [{ what: `GPUs ${model}`, met: ({ gpuModel }: Size) => same(gpuModel, model) }]),
    ...(vendor === undefined || gpus === 0 ? [] : [{ what: `GPUs of ${vendor}`, met: () => same('nvidia', vendor) }]),
    ...(pattern === undefined ? [] : [{ what: `a size ${pattern}`, met: ({ name }: Size) => matches(pattern, name) }]),
  ];
};

const same = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase();
