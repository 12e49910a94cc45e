import { useEffect, useRef, useState } from 'preact/hooks';
import { service } from '../data/service.ts';
import type { Checker } from '../editor/checker.ts';
import { startChecker } from '../editor/checker-worker.ts';
import type { Checked, Question, Values } from '../editor/checking.ts';
import { checkedOf } from './inspected.ts';
import { isArchiveText } from './template-file.ts';

/** Milliseconds without a key: then what was typed is worth checking, here and by the service. */
const restingPause = 120;
const restingPauseOfService = 600;

export interface Checking {
  /** of the last text that was checked; undefined: none was yet */
  readonly checked: Checked | undefined;
  /** the text that it is of */
  readonly of: string;
  /** why nothing can be checked here */
  readonly failure: string | undefined;
}

/**
 * Checks a template with its inputs while they change: a text in a worker, which starts with the first one; an archive by the
 * service, since a browser cannot unpack it.
 */
export const useCheck = (text: string, inputs: Values): Checking => {
  const [state, setState] = useState<Checking>({ checked: undefined, of: '', failure: undefined });
  const checker = useRef<Checker>(undefined);
  useEffect(() => () => checker.current?.dispose(), []);
  useEffect(() => {
    if (text.trim() === '') return;
    let wanted = true;
    const isArchive = isArchiveText(text);
    const check = (question: Question): Promise<Checked | undefined> => {
      if (isArchive) return service.inspect(text, inputs).then(checkedOf);
      checker.current ??= startChecker();
      return checker.current.check(question);
    };
    const ask = async (): Promise<void> => {
      try {
        const checked = await check({ text, inputs });
        if (wanted && checked) setState({ checked, of: text, failure: undefined });
      } catch (error) {
        if (wanted) setState((before) => ({ ...before, failure: error instanceof Error ? error.message : `${error}` }));
      }
    };
    const timer = setTimeout(ask, isArchive ? restingPauseOfService : restingPause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, inputs]);
  return state;
};
