import { useEffect, useState } from 'preact/hooks';
import { ToscaniniError } from '../../client/errors.ts';

export interface Read<Value> {
  readonly value: Value | undefined;
  readonly problem: ToscaniniError | undefined;
}

/** Reads something once, and again when one of `inputs` becomes another. The last value stays until the next one is there. */
export const useRead = <Value>(read: () => Promise<Value>, inputs: readonly unknown[]): Read<Value> => {
  const [state, setState] = useState<Read<Value>>({ value: undefined, problem: undefined });
  useEffect(() => {
    let wanted = true;
    read().then(
      (value) => wanted && setState({ value, problem: undefined }),
      (error: unknown) => {
        if (!(error instanceof ToscaniniError)) throw error;
        if (wanted) setState(({ value }) => ({ value, problem: error }));
      },
    );
    return () => {
      wanted = false;
    };
  }, inputs);
  return state;
};
