import type { DeploymentItem } from './types.ts';

/** What the checks of a deployment found, such as `drifted: 2 of 7`; undefined: nothing that has drifted. */
export const driftLine = (drift: DeploymentItem['drift']): string | undefined =>
  drift && drift.drifted > 0 ? `drifted: ${drift.drifted} of ${drift.of}` : undefined;
