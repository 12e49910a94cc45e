/** Quotas of what deployments use: how each is counted, and how a refusal says it. */

import type { Scope } from '../../foundation/scope.ts';
import type { Amounts, Counter, PlannedUse } from './amounts.ts';
import { type Bounds, type LimitName, type Limits, whose, yours } from './quota.ts';

/** What a scope uses now. */
export interface Used {
  readonly amounts: Amounts;
  /** jobs that were started today, UTC */
  readonly startedToday: number;
  /** backfills that were started today, UTC */
  readonly backfillsToday: number;
}

interface Unit {
  readonly counter: Counter | 'starts';
  /** how much of the counter one unit of the quota is */
  readonly unit: number;
  readonly said: string;
}

const hoursOfMonth = 730;

export const units: { readonly [name in Exclude<LimitName, 'deployments' | 'backfillsPerDay'>]: Unit } = {
  machines: { counter: 'machines', unit: 1, said: 'machines and containers' },
  cpus: { counter: 'cpus', unit: 1000, said: 'processors' },
  memoryGb: { counter: 'memory', unit: 1000, said: 'GB of memory' },
  diskGb: { counter: 'disk', unit: 1000, said: 'GB of disk' },
  jobs: { counter: 'jobs', unit: 1, said: 'jobs at a time' },
  jobsPerDay: { counter: 'starts', unit: 1, said: 'jobs a day (UTC)' },
  hourlyUsd: { counter: 'hourly', unit: 1e6, said: 'USD an hour' },
  monthlyUsd: { counter: 'hourly', unit: 1e6 / hoursOfMonth, said: 'USD a month of 730 hours' },
};

export type CountedName = keyof typeof units;

/** The counted quotas that are set. */
export const countedIn = (limits: Limits): readonly (Unit & { readonly name: CountedName; readonly most: number })[] =>
  (Object.keys(units) as CountedName[]).flatMap((name) => {
    const most = limits[name];
    return most === undefined ? [] : [{ ...units[name], name, most }];
  });

/** The most of a counter that quotas allow; undefined: any amount. */
export const mostOf = (limits: Limits, counter: Unit['counter']): number | undefined => {
  const all = countedIn(limits).filter((one) => one.counter === counter);
  return all.length === 0 ? undefined : Math.min(...all.map(({ most, unit }) => Math.floor(most * unit + 1e-6)));
};

/** More of something, for one scope. */
export interface Wanted {
  /** on top of what is counted; what becomes less is never refused */
  readonly more: Amounts;
  readonly starts: number;
}

/** A quota that does not allow it. */
export interface Exceeded {
  readonly scope: Scope;
  readonly name: CountedName;
  readonly most: number;
  readonly used: number;
  readonly needed: number;
}

export const exceededBy = ({ scope, limits }: Bounds, used: Used, { more, starts }: Wanted): Exceeded | undefined => {
  for (const { name, counter, unit, most } of countedIn(limits)) {
    const now = counter === 'starts' ? used.startedToday : used.amounts[counter];
    const needed = counter === 'starts' ? starts : more[counter];
    if (needed > 0 && now + needed > Math.floor(most * unit + 1e-6))
      return { scope, name, most, used: now / unit, needed: needed / unit };
  }
  return undefined;
};

/** As people read amounts: at most four digits after the point. */
export const shownAmount = (amount: number): number => Number(amount.toFixed(4));

/** The refusal, as text. `own`: what the caller's own deployments use of it. */
export const exceededText = ({ scope, name, most, used, needed }: Exceeded, own: readonly string[] = []): string => {
  const left = shownAmount(Math.max(0, most - used));
  return `the quota is reached: ${whose({ scope })} may have ${most} ${units[name].said}, ${shownAmount(used)} are used${yours(own)}, ${left} are left, and this needs ${shownAmount(needed)} more; delete something, ask for less, or ask the operators for more`;
};

/** Said where a quota cannot see what it bounds. */
export const unknownNote = (
  bounds: readonly Bounds[],
  { unknown }: PlannedUse,
  provider: string,
): string | undefined => {
  const names = new Set(
    bounds.flatMap(({ limits }) =>
      countedIn(limits).flatMap(({ counter, said }) =>
        counter !== 'starts' && unknown.includes(counter) ? [counter === 'hourly' ? 'money' : said] : [],
      ),
    ),
  );
  if (names.size === 0) return undefined;
  return `quotas of ${[...names].join(', ')} count only what is known: not all of it is at provider ${provider}`;
};
