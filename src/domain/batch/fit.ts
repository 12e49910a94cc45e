import type { Offer } from '../providers/offer.ts';
import type { Fit, Reach } from '../providers/reach.ts';
import { translate } from './translate.ts';

/** What AWS Batch makes of a template at a provider: the whole translation, kept beside the ranking. */
const fit: Reach['fit'] = (topology, { batch }: Offer): Fit => {
  if (batch === undefined) return { edits: [], lacks: ['its configuration names no region'] };
  const translation = translate(topology, batch);
  if (!translation.ok) return { edits: [], lacks: translation.reasons };
  const { blueprint, warnings } = translation;
  return { edits: [], lacks: [], blueprint: JSON.stringify(blueprint), notes: warnings };
};

export const batchReach: Reach = { unsupported: () => [], fit };
