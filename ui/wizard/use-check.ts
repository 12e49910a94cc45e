import { useEffect, useRef, useState } from 'preact/hooks';
import type { Checker } from '../editor/checker.ts';
import { startChecker } from '../editor/checker-worker.ts';
import type { Checked, Values } from '../editor/checking.ts';

/** Milliseconds without a key: then what was typed is worth checking. */
const restingPause = 120;

export interface Checking {
  /** of the last text that was checked; undefined: none was yet */
  readonly checked: Checked | undefined;
  /** the text that it is of */
  readonly of: string;
  /** why nothing can be checked here */
  readonly failure: string | undefined;
}

/** Checks a template with its inputs while they change, in a worker that starts with the first text. */
export const useCheck = (text: string, inputs: Values): Checking => {
  const [state, setState] = useState<Checking>({ checked: undefined, of: '', failure: undefined });
  const checker = useRef<Checker>(undefined);
  useEffect(() => () => checker.current?.dispose(), []);
  useEffect(() => {
    if (text.trim() === '') return;
    let wanted = true;
    const timer = setTimeout(async () => {
      checker.current ??= startChecker();
      try {
        const checked = await checker.current.check({ text, inputs });
        if (wanted && checked) setState({ checked, of: text, failure: undefined });
      } catch (error) {
        if (wanted) setState((before) => ({ ...before, failure: error instanceof Error ? error.message : `${error}` }));
      }
    }, restingPause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, inputs]);
  return state;
};
