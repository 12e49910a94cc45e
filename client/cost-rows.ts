import type { UpdatePlan } from './types.ts';

type Item = NonNullable<UpdatePlan['cost']>['items'][number];

/** What the same parts of a node cost together. */
export interface CostRow {
  /** of the template; else the name at the provider */
  readonly node: string;
  /** such as `t3.small` */
  readonly what: string;
  readonly count: number;
  /** USD, of all of them */
  readonly hourly: number;
  readonly whileRunning: boolean;
}

/** One row for each kind of part: a node may have hundreds of instances that cost the same. In the order of the items. */
export const costRows = (items: readonly Item[]): readonly CostRow[] =>
  [...Map.groupBy(items, ({ node, name, what }) => JSON.stringify([node || name, what]))].flatMap(([, same]) => {
    const [first] = same;
    if (first === undefined) return [];
    const hourly = same.reduce((sum, one) => sum + one.hourly, 0);
    const { node, name, what, whileRunning = false } = first;
    return [{ node: node || name, what, count: same.length, hourly: Number(hourly.toFixed(4)), whileRunning }];
  });
