import { useEffect, useState } from 'preact/hooks';
import { isPassing, ToscaniniError } from '../../client/errors.ts';
import { pauseAfterFailures } from './passing.ts';

export interface Read<Value> {
  readonly value: Value | undefined;
  readonly problem: ToscaniniError | undefined;
}

/**
 * Reads something once, and again when one of `inputs` becomes another; after a failure that may pass, until it is there. The last
 * value stays until the next one is there.
 */
export const useRead = <Value>(read: () => Promise<Value>, inputs: readonly unknown[]): Read<Value> => {
  const [state, setState] = useState<Read<Value>>({ value: undefined, problem: undefined });
  useEffect(() => {
    let wanted = true;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (): Promise<void> =>
      read().then(
        (value) => {
          if (wanted) setState({ value, problem: undefined });
        },
        (error: unknown) => {
          if (!(error instanceof ToscaniniError)) throw error;
          if (!wanted) return;
          setState(({ value }) => ({ value, problem: error }));
          failures += 1;
          if (isPassing(error)) timer = setTimeout(ask, pauseAfterFailures(failures, error));
        },
      );
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, inputs);
  return state;
};
