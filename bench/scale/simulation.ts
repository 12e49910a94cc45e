/** Deployments at random times against the quotas: a discrete-event simulation, with the same result for the same seed. */

import type { Chance } from '../../test/e2e/schedules/chance.ts';
import { agenda } from './agenda.ts';
import { counterShards } from './counters.ts';
import { lambdaScaling, large, type Quotas, rates } from './quotas.ts';
import { bucket, pool, type Use } from './supply.ts';
import { creation, deletion, looking, type Step } from './work.ts';

export interface Load {
  /** request times of new deployments, in seconds from the start */
  readonly creations: readonly number[];
  readonly deletions: readonly number[];
  /** uses before this second fill the queues and are not recorded */
  readonly from: number;
  /** no step starts after this second */
  readonly until: number;
}

export interface Outcome {
  /** the names of `rates` -> their uses */
  readonly uses: ReadonlyMap<string, Use>;
  readonly concurrency: Use;
  readonly environments: Use;
  /** meetings of two transactions on a counter */
  readonly conflicts: number;
  /** transactions that met others at each of their tries: the caller gets 503, or the step is retried */
  readonly givenUp: number;
  readonly transactions: number;
  /** seconds until a provider got the last creation */
  readonly lastSubmitted: number;
}

/** The times of a Poisson process, in seconds. */
export const arrivals = (dice: Chance, perHour: number, seconds: number): readonly number[] => {
  const times: number[] = [];
  for (let at = 0; ; ) {
    at -= (Math.log(1 - dice.next()) * 3600) / perHour;
    if (at > seconds) return times;
    times.push(at);
  }
};

const chains: readonly (readonly Step[])[] = [creation, looking, deletion];
/** an item of the agenda is a chain and a step of it, not a deployment, because deployments are all alike */
const longest = 64;
/** added to an item for each bucket that it has passed, in the order of `rates` */
const gateItems = chains.length * longest;

export const simulate = (load: Load, dice: Chance, { region, concurrency }: Quotas = large): Outcome => {
  const supplies = rates.map((rate) => {
    const { perSecond, burst } = rate.supply[region];
    return { ...rate, bucket: bucket(perSecond, burst, load.from) };
  });
  const places = pool(concurrency, load.from);
  const environments = environmentsOf(load.from);
  const counters = counterShards(16, dice);
  const plan = agenda();
  for (const at of load.creations) for (const chain of [0, 1]) plan.add(at, chain * longest);
  for (const at of load.deletions) plan.add(at, 2 * longest);
  let lastSubmitted = 0;
  /** Takes from the buckets from `first` on. When it must wait, it returns the time and the bucket. */
  const admit = (at: number, step: Step, first: number): { readonly wait: number; readonly gate: number } => {
    for (let gate = first; gate < supplies.length; gate += 1) {
      const supply = supplies[gate];
      const amount = supply?.demand(step) ?? 0;
      const wait = supply && amount > 0 ? supply.bucket.take(at, amount) : 0;
      if (wait > 0) return { wait, gate };
    }
    return { wait: 0, gate: supplies.length };
  };
  const run = (at: number, step: Step): number => {
    const wait = step.counts ? counters.write(at) : 0;
    return at + Math.max(wait, environments.take(at, step), places.take(at, step.seconds)) + step.seconds;
  };
  while (plan.size() > 0) {
    const { at, item } = plan.next();
    const [chain, index] = [Math.floor((item % gateItems) / longest), item % longest];
    const step = chains[chain]?.[index];
    if (step === undefined || at > load.until) continue;
    const { wait, gate } = admit(at, step, Math.floor(item / gateItems));
    if (wait > 0) {
      plan.add(at + wait, (gate + 1) * gateItems + (item % gateItems));
      continue;
    }
    const end = run(at, step);
    if (step.name === 'submit the template') lastSubmitted = Math.max(lastSubmitted, end);
    const following = chains[chain]?.[index + 1];
    if (following) plan.add(end + following.after, chain * longest + index + 1);
  }
  return {
    uses: new Map(supplies.map(({ name, bucket }) => [name, bucket.use])),
    concurrency: places.use,
    environments: environments.use,
    ...counters.told(),
    lastSubmitted,
  };
};

/** Each function has its own environments; a new one is made when more run at once than ever before. */
const environmentsOf = (from: number) => {
  const made = new Map<
    string,
    { running: ReturnType<typeof pool>; most: number; scaling: ReturnType<typeof bucket> }
  >();
  let [peak, longestWait, waited] = [0, 0, 0];
  return {
    use: { peak: () => peak, longestWait: () => longestWait, waited: () => waited } satisfies Use,
    take: (at: number, { name, seconds }: Step): number => {
      const known = made.get(name) ?? {
        running: pool(Number.POSITIVE_INFINITY, 0),
        most: 0,
        scaling: bucket(lambdaScaling / 10, lambdaScaling, 0),
      };
      made.set(name, known);
      const before = known.running.use.peak();
      known.running.take(at, seconds);
      const wait = known.running.use.peak() > before ? known.scaling.take(at, 1) : 0;
      if (at >= from) {
        peak = Math.max(peak, known.scaling.use.peak());
        longestWait = Math.max(longestWait, wait);
        if (wait > 0.001) waited += 1;
      }
      return wait;
    },
  };
};
