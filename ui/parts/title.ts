import { useEffect } from 'preact/hooks';

/** The title of the browser's tab while the component is shown; the most particular comes first. */
export const useTitle = (...parts: readonly (string | undefined)[]): void => {
  const title = [...parts.filter((part) => part !== undefined && part !== ''), 'Toscanini'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
};
