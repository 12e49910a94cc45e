import type { Offer } from '../providers/offer.ts';
import type { Fit, Reach } from '../providers/reach.ts';
import { translate } from './translate.ts';

/**
 * What CloudFormation makes of a template at a provider: the whole translation, since only it says what cannot be
 * mapped. It is kept beside the ranking, so that the functions that submit need no TOSCA (docs/decisions/0033).
 */
const fit: Reach['fit'] = (topology, { stack }: Offer): Fit => {
  if (stack === undefined) return { edits: [], lacks: ['its configuration names no region'] };
  const translation = translate(topology, stack);
  if (!translation.ok) return { edits: [], lacks: translation.reasons };
  const { edits, text, warnings } = translation;
  return { edits, lacks: [], blueprint: text, notes: warnings };
};

export const stackReach: Reach = { unsupported: () => [], fit };
