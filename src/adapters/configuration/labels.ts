import * as v from 'valibot';
import { alike, isName, isValue, mostLabels, nameRule, valueRule } from '../../domain/labels/labels.ts';
import { recordOf } from '../../foundation/shape/schemas.ts';

/** What each deployment is labelled with, unless its request gives another value (docs/decisions/0070). */
export const defaultLabels = v.pipe(
  recordOf(
    v.pipe(
      v.string(),
      v.check((text) => isName(text), nameRule),
    ),
    v.pipe(
      v.string(),
      v.check((text) => isValue(text), valueRule),
    ),
  ),
  v.check((all) => Object.keys(all).length < mostLabels, `expected fewer than ${mostLabels}: requests have some too`),
  v.check((all) => alike(Object.keys(all)).length === 0, 'two names differ only in case'),
);
