import { useEffect, useState } from 'preact/hooks';

/** Milliseconds without another key after which somebody has written what is meant. */
const pause = 250;

/** A text as it was when nothing was added to it for a moment, so that not every key is a question to the service. */
export const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
};
