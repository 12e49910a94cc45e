import { keysIn } from './key-proposals.ts';
import type { Known } from './known.ts';
import { meaningOf } from './meaning.ts';
import { placeAt } from './place.ts';
import type { Proposal } from './proposal.ts';
import { valuesOf } from './value-proposals.ts';

export interface Completion {
  /** offsets of what is replaced */
  readonly start: number;
  readonly end: number;
  readonly proposals: readonly Proposal[];
}

export const completionAt = (known: Known, offset: number): Completion => {
  const place = placeAt(known.entries, offset);
  const { at, owner, entry, start, end } = place;
  const meaning = meaningOf(known, owner);
  const isNew = entry?.key === undefined;
  const values = at === 'value' ? valuesOf(known, meaning, owner, offset) : [];
  // behind the dash of an item whose first key is not written yet, there is no other value
  const takesKeys = at === 'key' || (values.length === 0 && owner.key === undefined);
  const proposals = takesKeys ? keysIn(known, meaning, owner, isNew) : values;
  const used = new Set(owner.children.filter((each) => each !== entry).map(({ key }) => key));
  const isRepeated = meaning.is === 'requirements' || at === 'value';
  return { start, end, proposals: proposals.filter(({ label }) => isRepeated || !used.has(label)) };
};
