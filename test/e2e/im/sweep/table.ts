import type { Judgement } from './judge.ts';
import type { Outcome } from './outcome.ts';

export interface Counts {
  tried: number;
  /** refused by `check` */
  invalid: number;
  /** by each release */
  taken: number;
  /** refused by a release, with a reason in `plan` */
  said: number;
  /** refused by a release, without one: the fault that the sweep looks for */
  'refused, not said': number;
  /** taken, although `plan` gives a reason: the manager would do something else than the template says, or not always */
  'taken, reason': number;
}

export const refusalOf = ({ judged = {}, notes }: Outcome): string | undefined => {
  const saidOfOlder = notes.some((note) => note.includes('before 2.0'));
  const found = Object.entries(judged).flatMap(([release, one], index) => {
    if (index > 0 && saidOfOlder) return [];
    const fault = faultOf(one, notes.length > 0);
    return fault === undefined ? [] : [`${release}: ${fault.slice(0, 300)}`];
  });
  return found[0];
};

/** A document that is taken is a fault too where its outputs end in an error, or are empty and nothing said so. */
const faultOf = (judged: Judgement, isNoted: boolean): string | undefined => {
  if (!judged.taken) return judged.error;
  if (judged.outputError !== undefined) return `its outputs end in ${judged.outputError}`;
  const empty = Object.entries(judged.outputs ?? {}).find(([, value]) => /\bNone\b|^null$/.test(JSON.stringify(value)));
  return empty && !isNoted ? `its output ${empty[0]} is ${JSON.stringify(empty[1])}` : undefined;
};

/** Refused, though `plan` calls it fitting. */
export const isUnsaid = (outcome: Outcome): boolean => outcome.reasons.length === 0 && refusalOf(outcome) !== undefined;

/** By source. */
export const countsOf = (outcomes: readonly Outcome[]): { readonly [source: string]: Counts } => {
  const found: Record<string, Counts> = {};
  for (const outcome of outcomes) {
    found[outcome.source] ??= { ...{ tried: 0, invalid: 0, taken: 0, said: 0 }, ...others };
    const counts = found[outcome.source] as Counts;
    counts.tried += 1;
    counts[columnOf(outcome)] += 1;
  }
  return found;
};

const others = { 'refused, not said': 0, 'taken, reason': 0 };

const columnOf = (outcome: Outcome): keyof Counts => {
  if (outcome.problem !== undefined) return 'invalid';
  const isReason = outcome.reasons.length > 0;
  if (refusalOf(outcome) === undefined) return isReason ? 'taken, reason' : 'taken';
  return isReason ? 'said' : 'refused, not said';
};
