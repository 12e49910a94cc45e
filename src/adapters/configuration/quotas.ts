import * as v from 'valibot';
import { recordOf, strict, wholeNumber } from '../../foundation/shape/schemas.ts';

const count = v.pipe(wholeNumber, v.minValue(0));

/** How many deployments may stand at a time (docs/decisions/0072). */
export const quotas = strict({
  /** of each user */
  user: v.optional(count),
  /** of each group */
  group: v.optional(count),
  /** of these groups, instead */
  groups: v.optional(recordOf(v.string(), count)),
  installation: v.optional(count),
});
