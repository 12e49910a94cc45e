import { useEffect, useRef } from 'preact/hooks';

/** For a list of tabs that scrolls on a phone: moves the present one into sight, and again whenever one of `inputs` becomes another. */
export const useTabInSight = (inputs: readonly unknown[]) => {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const nav = ref.current;
    const present = nav?.querySelector<HTMLElement>('[aria-current]');
    // scrollIntoView would move the page too
    if (nav && present) nav.scrollLeft = present.offsetLeft - (nav.clientWidth - present.offsetWidth) / 2;
  }, inputs);
  return ref;
};
