/** Quotas of what deployments use: asked before a request is accepted, and kept before anything is sent (docs/decisions/0081). */

import type { Identity } from '../../foundation/identity.ts';
import type { Page, PageRequest } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import { type Amounts, difference, largest, nothing, type PlannedUse, type Uses } from './amounts.ts';
import { type Bounds, countsUse, limitsFor, type Quotas } from './quota.ts';
import { type Exceeded, exceededBy, exceededText, shownAmount, type Used, units, unknownNote } from './use-bounds.ts';

/** Whose plan it is, and what is counted of it already. */
export interface Counted {
  readonly owner: Identity;
  readonly group?: string | undefined;
  readonly uses?: Uses | undefined;
}

interface Using {
  readonly id: string;
  readonly name?: string;
  readonly uses?: Uses;
}

/** The part of the deployments' port that counts. */
export interface UseCounts {
  usedBy(scope: Scope): Promise<Used>;
  list(scope: Scope, page: PageRequest): Promise<Page<Using>>;
  reserveUse(
    deployment: { readonly id: string },
    operationId: string,
    use: { readonly running: Amounts; readonly starts: number },
    bounds: readonly Bounds[],
  ): Promise<Exceeded | undefined>;
}

/** One that may be tried, with what it would use. */
export interface Usable {
  readonly id: string;
  readonly name: string;
  readonly use?: PlannedUse | undefined;
}

interface Kept<One> {
  readonly kept: readonly One[];
  readonly refused: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
}

export interface UseQuotas {
  /** true: none is set, and nothing is counted */
  readonly isEmpty: boolean;
  /** Reads what is used now; the answer says of a plan why it is too much, and what of it nobody knows. */
  judge(
    of: Counted,
  ): Promise<(use: PlannedUse, provider: string) => Promise<{ readonly refusal?: string; readonly note?: string }>>;
  /**
   * Counts the most that any of those kept uses; those that would be too much together with the ones before are refused. A repeat counts
   * nothing twice. OperationSupersededError.
   */
  reserve<One extends Usable>(
    of: Counted & { readonly id: string; readonly operationId: string },
    candidates: readonly One[],
  ): Promise<Kept<One>>;
}

const noUseQuotas: UseQuotas = {
  isEmpty: true,
  judge: async () => async () => ({}),
  reserve: async (_, kept) => ({ kept, refused: [] }),
};

export const useQuotas = (counts: UseCounts, quotas: Quotas): UseQuotas =>
  countsUse(quotas)
    ? {
        isEmpty: false,
        judge: (of) => judge(counts, quotas, of),
        reserve: (of, all) => reserve(counts, quotas, of, all),
      }
    : noUseQuotas;

type State = readonly { readonly bounds: Bounds; readonly used: Used }[];

const stateOf = (counts: UseCounts, all: readonly Bounds[]): Promise<State> =>
  Promise.all(all.map(async (bounds) => ({ bounds, used: await counts.usedBy(bounds.scope) })));

const limitsOf = (quotas: Quotas, { owner: createdBy, group }: Counted): readonly Bounds[] =>
  limitsFor(quotas, { createdBy, userGroup: group });

const judge: (counts: UseCounts, quotas: Quotas, of: Counted) => ReturnType<UseQuotas['judge']> = async (
  counts,
  quotas,
  of,
) => {
  const all = limitsOf(quotas, of);
  const state = await stateOf(counts, all);
  return async (use, provider) => {
    const exceeded = exceededIn(state, wantedBy(of, use.running), use.starts);
    const note = unknownNote(all, use, provider);
    return {
      ...(exceeded && { refusal: await textOf(counts, of, exceeded) }),
      ...(note !== undefined && { note }),
    };
  };
};

const wantedBy = ({ uses }: Counted, running: Amounts): Amounts => {
  const before = uses?.amounts ?? nothing;
  return difference(largest(before, running), before);
};

const exceededIn = (state: State, more: Amounts, starts: number): Exceeded | undefined => {
  for (const { bounds, used } of state) {
    const exceeded = exceededBy(bounds, used, { more, starts });
    if (exceeded) return exceeded;
  }
  return undefined;
};

const some: PageRequest = { page: 0, size: 20, sort: 'createdAt', direction: 'desc' };

/** With those of the owner's own latest deployments that use some of it: of the same group, where the group may read it. */
const textOf = async (counts: UseCounts, { owner, group }: Counted, exceeded: Exceeded): Promise<string> => {
  const { counter, unit } = units[exceeded.name];
  if (counter === 'starts') return exceededText(exceeded);
  const own: Scope = group === undefined ? { of: 'owner', owner } : { of: 'owner-in-group', owner, group };
  const { content } = await counts.list(own, some);
  const using = content.flatMap(({ id, name, uses }) => {
    const amount = uses?.amounts[counter] ?? 0;
    return amount > 0 ? [`${name ?? id}: ${shownAmount(amount / unit)}`] : [];
  });
  return exceededText(exceeded, using);
};

/** How often others may count in between. */
const mostRounds = 20;

const reserve = async <One extends Usable>(
  counts: UseCounts,
  quotas: Quotas,
  of: Counted & { readonly id: string; readonly operationId: string },
  candidates: readonly One[],
  round = 1,
): Promise<Kept<One>> => {
  const all = limitsOf(quotas, of);
  const isCounted = of.uses?.operation === of.operationId;
  const { chosen, exceeded } = fitting(await stateOf(counts, all), of, candidates, isCounted);
  if (chosen.kept.length === 0) return { kept: [], refused: await refusals(counts, of, candidates, exceeded) };
  const why = await counts.reserveUse({ id: of.id }, of.operationId, chosen, all);
  if (why && round < mostRounds) return reserve(counts, quotas, of, candidates, round + 1);
  const refused = why ? new Map(candidates.map(({ id }) => [id, exceeded.get(id) ?? why])) : exceeded;
  return { kept: why ? [] : chosen.kept, refused: await refusals(counts, of, candidates, refused) };
};

const refusals = (
  counts: UseCounts,
  of: Counted,
  candidates: readonly Usable[],
  exceeded: ReadonlyMap<string, Exceeded>,
) =>
  Promise.all(
    candidates.flatMap(({ id, name }) => {
      const why = exceeded.get(id);
      return why === undefined ? [] : [textOf(counts, of, why).then((reason) => ({ id, name, reason }))];
    }),
  );

/** Best first: the largest of each amount must fit. */
const fitting = <One extends Usable>(state: State, of: Counted, candidates: readonly One[], isCounted: boolean) => {
  const exceeded = new Map<string, Exceeded>();
  let chosen = { running: nothing, starts: 0, kept: [] as readonly One[] };
  for (const candidate of candidates) {
    const { use } = candidate;
    const next = {
      running: largest(chosen.running, use?.running ?? nothing),
      starts: Math.max(chosen.starts, use?.starts ?? 0),
      kept: [...chosen.kept, candidate],
    };
    const why = exceededIn(state, wantedBy(of, next.running), isCounted ? 0 : next.starts);
    if (why) exceeded.set(candidate.id, why);
    else chosen = next;
  }
  return { chosen, exceeded };
};
