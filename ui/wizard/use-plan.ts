import { useRef, useState } from 'preact/hooks';
import { ToscaniniError } from '../../client/errors.ts';

export interface Plan<Value> {
  /** of the last request that was planned */
  readonly value: Value | undefined;
  /** true: something has changed since */
  readonly isStale: boolean;
  readonly isRunning: boolean;
  readonly problem: ToscaniniError | undefined;
  run(): void;
}

/** A dry run that somebody asks for. `request` is what it is of. */
export const usePlan = <Value>(request: unknown, ask: () => Promise<Value>): Plan<Value> => {
  const of = JSON.stringify(request);
  const [state, setState] = useState<{
    readonly value?: Value;
    readonly of?: string;
    readonly running?: string;
    readonly problem?: ToscaniniError;
  }>({});
  const newest = useRef('');
  const run = (): void => {
    newest.current = of;
    setState((before) => ({ ...before, running: of }));
    ask().then(
      (value) => {
        if (newest.current === of) setState({ value, of });
      },
      (error: unknown) => {
        if (!(error instanceof ToscaniniError)) throw error;
        if (newest.current === of) setState({ of, problem: error });
      },
    );
  };
  return {
    value: state.value,
    isStale: state.of !== of,
    isRunning: state.running !== undefined,
    problem: state.problem,
    run,
  };
};
