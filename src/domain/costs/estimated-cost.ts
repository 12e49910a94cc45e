/** What a deployment that stands costs by the estimate of its plan, and the line of it that the record has (docs/decisions/0066). */

import type { CostItem, Estimate } from '../deployers/preview.ts';
import type { NodeState } from '../resources/resource.ts';

/** The estimate of the plan that was carried out. */
export interface EstimatedCost extends Omit<Estimate, 'items' | 'most'> {
  readonly most?: Estimate['most'] | undefined;
  readonly items: readonly StoredItem[];
  /** nodes of which a part costs an amount that nobody knows; empty text: a part of no node */
  readonly unpriced: readonly string[];
}

type StoredItem = { readonly [Member in keyof CostItem]: CostItem[Member] | undefined } & Pick<
  CostItem,
  'what' | 'hourly' | 'name'
>;

/** What lists show: a line of it, in USD. */
export interface CostLine {
  /** while all of it runs */
  readonly hourly: number;
  /** of 730 hours */
  readonly monthly: number;
  /** true: the sums are without a part whose price nobody knows */
  readonly isPartial?: true;
}

export const costLine = ({ hourly, monthly, unpriced }: EstimatedCost): CostLine => ({
  ...{ hourly, monthly },
  ...(unpriced.length > 0 && { isPartial: true }),
});

/** An instance of a node. */
interface Instance {
  readonly toscaNodeName: string;
  readonly state: NodeState;
}

/**
 * USD an hour as it stands now: the part of a machine that costs nothing while it is stopped is left out for each one that is. What the
 * instances of a node cost is the same for each.
 */
export const hourlyNow = ({ items }: Pick<EstimatedCost, 'items'>, instances: readonly Instance[]): number => {
  const runs = runningShares(instances);
  const sum = items.reduce((all, item) => all + item.hourly * shareOf(item, runs), 0);
  return rounded(sum);
};

export const rounded = (amount: number, digits = 4): number => Number(amount.toFixed(digits));

const shareOf = ({ node = '', whileRunning }: StoredItem, runs: ReadonlyMap<string, number>): number =>
  whileRunning ? (runs.get(node) ?? 1) : 1;

const runningShares = (instances: readonly Instance[]): ReadonlyMap<string, number> =>
  new Map(
    [...Map.groupBy(instances, ({ toscaNodeName }) => toscaNodeName)].map(([node, own]) => [
      node,
      own.filter(({ state }) => state !== 'STOPPED').length / own.length,
    ]),
  );
