import type { Replace } from '../changes/change.ts';
import type { PlannedRevert } from '../deployers/revert.ts';
import type { Revert } from '../deployments/record/mends.ts';

interface Agreed {
  readonly reverts: readonly Revert[];
  /** nodes whose data may go; absent: none */
  readonly replace?: Replace | undefined;
}

/**
 * Why what the engine would do must not be done, a line for each part; empty: it may. Engines have planned replacements of what
 * had not drifted (aws-cloudformation/cloudformation-coverage-roadmap#2505, #2559), so each has to be confirmed by the comparison.
 */
export const refusedReverts = (planned: readonly PlannedRevert[], { reverts, replace }: Agreed): readonly string[] => {
  const found = new Map(reverts.map(({ part, is }) => [part, is]));
  const becomesAnother = (part: string): boolean =>
    found.get(part) === 'missing' || planned.some(({ id, action }) => id === part && isReplacing(action));
  return planned.flatMap((one): readonly string[] => {
    if (found.get(one.id) === 'missing') return [];
    const name = one.node === undefined ? one.id : `${one.node} (${one.id})`;
    const follows = one.because.length > 0 && one.because.every(becomesAnother);
    if (one.action === 'removed' || one.action === 'unknown' || one.action === 'added')
      return [`${name}: it would be ${words[one.action]}, and no comparison has found a reason for that`];
    if (!found.has(one.id) && !follows)
      return [`${name}: it would be ${one.action}, and has not drifted, as the comparison says`];
    if (!isReplacing(one.action) || !one.holdsData || isNamed(replace, one.node)) return [];
    return [`${name}: it would be ${one.action}, and its data would be lost${advice(one.node)}`];
  });
};

const words = { removed: 'removed', unknown: 'changed in an unknown way', added: 'made' } as const;

const isReplacing = (action: PlannedRevert['action']): boolean =>
  action === 'replaced' || action === 'perhaps replaced';

const isNamed = (replace: Replace | undefined, node: string | undefined): boolean =>
  typeof replace === 'object' ? node !== undefined && replace.includes(node) : replace === true;

const advice = (node: string | undefined): string =>
  node === undefined ? '' : `; with "replace": ${JSON.stringify([node])} in the request it is made anew`;
