import { useEffect } from 'preact/hooks';
import { leaving } from '../router/address.ts';

/** Asks before the page is left, while it holds something that would be lost. */
export const useLeavingGuard = (isChanged: boolean): void => {
  useEffect(() => {
    leaving.value = isChanged ? 'Leave this page? What you have entered is lost.' : undefined;
    return () => {
      leaving.value = undefined;
    };
  }, [isChanged]);
};
