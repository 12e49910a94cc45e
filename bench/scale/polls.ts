import { definitionText } from '../../lib/definitions.ts';

interface Retrier {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds: number;
  readonly BackoffRate: number;
  readonly MaxDelaySeconds: number;
}

/** Pauses between polls until an infrastructure is ready, as the workflow of an attempt has them. */
export const pollPauses = (readyAfterSeconds: number): readonly number[] => {
  const { States } = JSON.parse(definitionText('attempt-provider')) as {
    States: Record<string, { Retry?: readonly Retrier[] }>;
  };
  const retrier = States['Follow the infrastructure']?.Retry?.find(({ ErrorEquals }) =>
    ErrorEquals.includes('NotReadyError'),
  );
  if (retrier === undefined) throw new Error('the workflow of an attempt does not poll any more');
  const pauses: number[] = [];
  for (let passed = 0; passed < readyAfterSeconds; passed += pauses.at(-1) ?? 0)
    pauses.push(Math.min(retrier.IntervalSeconds * retrier.BackoffRate ** pauses.length, retrier.MaxDelaySeconds));
  return pauses;
};
