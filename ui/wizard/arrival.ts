import { useEffect, useRef } from 'preact/hooks';
import { toast } from '../parts/toast.tsx';
import { go, leaving } from '../router/address.ts';

/** What was made, for whoever asked for it. */
export interface Made {
  /** address of its page */
  readonly at: string;
  /** such as `The update of web has begun.` */
  readonly words: string;
}

/**
 * Goes to what was made. An answer that comes after its page was left is only said: another page may be shown by then, with entries
 * of its own.
 */
export const useArrival = () => {
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  return {
    isShown: (): boolean => isShown.current,
    arrive: ({ at, words }: Made): void => {
      if (isShown.current) {
        leaving.value = undefined;
        go(at);
      } else toast(words);
    },
  };
};
