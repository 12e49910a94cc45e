import type { CostLine } from '../../domain/costs/estimated-cost.ts';
import type { BodyOf } from '../schemas/answers.ts';

/** A line about what a deployment costs. */
export const costView = ({ hourly, monthly, isPartial }: CostLine): NonNullable<BodyOf<'DeploymentItem'>['cost']> => ({
  ...{ hourly, monthly },
  ...(isPartial && { partial: true }),
});
