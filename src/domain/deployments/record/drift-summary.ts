/**
 * What a check of a deployment found, in a line: docs/decisions/0079. It counts only while the operation that it is about is
 * the latest.
 */
export interface DriftSummary {
  readonly operationId: string;
  /** when a check first found it so, ISO 8601 */
  readonly since: string;
  /** instances that are missing, changed, stopped or unknown; 0: all is in order again */
  readonly drifted: number;
  /** instances that the deployment has */
  readonly of: number;
}

/** Such as `drifted: 2 of 7`; undefined: nothing has drifted. */
export const driftLine = (drift: Pick<DriftSummary, 'drifted' | 'of'> | undefined): string | undefined =>
  drift && drift.drifted > 0 ? `drifted: ${drift.drifted} of ${drift.of}` : undefined;

/** undefined: no check has found a change since the last operation */
export const driftOf = ({
  drift,
  operation,
}: {
  readonly drift?: DriftSummary;
  readonly operation: { readonly id: string };
}): DriftSummary | undefined => (drift?.operationId === operation.id ? drift : undefined);
