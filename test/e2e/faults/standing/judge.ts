/** What has come of a cell: nothing may be under way for ever, twice, lost, or fail without a word. */

import type { Result } from '../judge.ts';
import type { Kind } from '../kinds.ts';
import type { Ill, Well } from './cell.ts';
import type { State } from './state.ts';

export interface Judged {
  readonly result: Result | 'neither';
  readonly reason: string;
  readonly wrong: readonly string[];
}

interface Asked {
  readonly operation: string;
  readonly kind: Kind;
}

export const judge = ({ operation, kind }: Asked, well: Well, ill: Ill): Judged => {
  const { after, refusal } = ill;
  const result = resultOf(well, ill);
  const reason = [refusal, after.reason, ...after.said].filter((text) => text !== '').join('; ');
  const wrong = [
    ...ill.problems,
    ...after.open,
    ...holdings(well, after),
    ...(result === 'neither' ? [`it ended otherwise: ${differing(after, well.after)}; ${reason}`] : []),
    ...(result === 'failed' && reason === '' ? ['it failed without a word'] : []),
    ...(passes(kind) && result !== 'done' && !isLook(operation)
      ? [`it is ${result}, and all was well the next time: ${reason}`]
      : []),
  ];
  return { result, reason, wrong };
};

/** A look that gets no answer says so, and is not repeated: the next one comes by itself, or by request. */
const isLook = (operation: string): boolean => /^(AWS: )?check$/.test(operation);

const passes = (kind: Kind): boolean => kind === 'once' || kind === 'stale' || kind === 'expired';

const resultOf = ({ after: done }: Well, { before, after, refusal }: Ill): Judged['result'] => {
  if (isSame(after, done)) return 'done';
  if (/_FAILED$/.test(after.status) || after.said.length > 0) return 'failed';
  return refusal !== '' && isSame(unchecked(after), unchecked(before)) ? 'refused' : 'neither';
};

/** A look that was asked for before ends afterwards. */
const unchecked = (state: State): State => ({ ...state, whole: state.whole.filter((text) => !/^check /.test(text)) });

const isSame = (one: State, other: State): boolean =>
  one.status === other.status && `${one.whole}` === `${other.whole}`;

const differing = ({ status, whole }: State, should: State): string => {
  const texts = whole.filter((text) => !should.whole.includes(text));
  return [`${status} instead of ${should.status}`, ...texts].join(', ');
};

/** What stood before stands, or what was to stand, and nothing twice. */
const holdings = ({ before, after: done }: Well, { names, machines, status }: State): readonly string[] => {
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  const most = Math.max(before.machines, done.machines);
  const least = /^CREATE_/.test(status) ? 0 : Math.min(before.machines, done.machines);
  return [
    ...twice.map((name) => `${name} stands twice`),
    ...(machines > most ? [`${machines} machines stand, and ${most} at most were wanted`] : []),
    ...(machines < least ? [`${machines} machines stand, and ${least} at least were there`] : []),
  ];
};
