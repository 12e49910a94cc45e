import { type CreationPlan, dollars, type UpdatePlan } from '../../client/index.ts';
import type { Paint } from './paint.ts';
import { table } from './table.ts';

type Planned = NonNullable<UpdatePlan['plan']>[number];
type Cost = NonNullable<UpdatePlan['cost']>;

export interface Preview {
  readonly plan?: CreationPlan['candidates'][number]['plan'] | undefined;
  readonly cost?: Cost | undefined;
}

const signs: { readonly [Action in Planned['action']]: readonly [sign: string, style: Parameters<Paint>[0]] } = {
  added: ['+', 'green'],
  changed: ['~', 'yellow'],
  replaced: ['±', 'red'],
  'perhaps replaced': ['±', 'red'],
  removed: ['-', 'red'],
};

/** What happens to each resource at the provider, and what all of it costs; no lines where the provider cannot tell. */
export const previewLines = ({ plan = [], cost }: Preview, paint: Paint): readonly string[] => {
  const rows = plan.map(({ action, name, type, why = '' }) => {
    const [sign, style] = signs[action];
    return [paint(style, sign), name, type, paint('dim', why)];
  });
  return [...table(rows), ...(cost ? estimateLines(cost, paint) : [])];
};

export const estimateLines = (
  { hourly, monthly, most, pricesOf, region, leftOut }: Cost,
  paint: Paint,
): readonly string[] => [
  `about ${dollars(hourly)} an hour, ${dollars(monthly)} a month ${paint('dim', `(list prices of ${region}, ${pricesOf})`)}`,
  ...(most
    ? [
        `at most ${dollars(most.hourly)} an hour, ${dollars(most.monthly)} a month with all copies that automatic scaling may make`,
      ]
    : []),
  ...leftOut.map((what) => paint('dim', `  without ${what}`)),
];
