/** What deployments have left at their providers, because their templates asked for it (on_deletion). */

import type { DeploymentItem } from '../../../client/types.ts';

type Ending = NonNullable<DeploymentItem['ending']>;

export interface KeptPart {
  readonly of: DeploymentItem;
  readonly part: NonNullable<Ending['kept']>[number];
}

/** Every part that is left, in the order of the deployments. */
export const keptOf = (ended: readonly DeploymentItem[]): readonly KeptPart[] =>
  ended.flatMap((of) => (of.ending?.kept ?? []).map((part) => ({ of, part })));
