import * as v from 'valibot';
import { recordOf, strict, wholeNumber } from '../../foundation/shape/schemas.ts';

const minutes = v.optional(v.pipe(wholeNumber, v.minValue(1)));

const bounds = { defaultMins: minutes, longestMins: minutes };

interface Bounds {
  readonly defaultMins?: number | undefined;
  readonly longestMins?: number | undefined;
}

const isInOrder = ({ defaultMins = 0, longestMins = Number.POSITIVE_INFINITY }: Bounds): boolean =>
  defaultMins <= longestMins;
const inOrder = 'defaultMins is more than longestMins';

/** How long deployments live, in minutes, and those of some groups (docs/decisions/0071). */
export const lifetimeBounds = v.pipe(
  strict({
    ...bounds,
    /** for deployments of these groups; what one leaves out is as above */
    groups: v.optional(recordOf(v.string(), v.pipe(strict(bounds), v.check(isInOrder, inOrder)))),
  }),
  v.check(isInOrder, inOrder),
);
