/** The state and the kind of a provider in a word. */

import type { ProviderState } from './types.ts';

/** So many attempts in a row have to fail before operators are told: src/observability/failing-providers.ts. */
export const failingFrom = 5;

export const providerStateWord = ({ draining, failures }: Pick<ProviderState, 'draining' | 'failures'>): string => {
  const state = failures.count >= failingFrom ? 'failing' : failures.count > 0 ? 'has failed' : 'in order';
  if (draining === undefined) return state;
  return failures.count >= failingFrom ? 'draining, failing' : 'draining';
};

/** What runs there. Answers call AWS Batch by the name of the job service of the original, as its clients expect: QCG. */
export const providerKindWord = ({ type, deployer }: Pick<ProviderState, 'type' | 'deployer'>): string =>
  deployer === 'batch' || type === 'QCG' ? 'AWS Batch' : (type ?? deployer ?? '');
