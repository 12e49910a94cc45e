import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Loading, Notice } from './notice.tsx';

/** A part whose program is loaded when it is first shown. `what` it is, such as `picture`. */
export const later = <Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> =>
  function Later(props) {
    const [{ Part, isGone }, set] = useState<{ readonly Part?: ComponentType<Props>; readonly isGone?: boolean }>({});
    useEffect(() => {
      load().then(
        (loaded) => set({ Part: loaded }),
        () => set({ isGone: true }),
      );
    }, []);
    if (isGone) return <NotLoaded what={what} />;
    return Part === undefined ? <Loading what={`the ${what}`} /> : <Part {...props} />;
  };

/** A release that has replaced this one no longer has its files. When the network comes back, the page comes back too. */
export const NotLoaded = ({ what }: { readonly what: string }) => {
  useEffect(() => {
    // some browsers say so too early, and a page that cannot be loaded is lost
    const load = (): void => {
      if (navigator.onLine) location.reload();
    };
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, []);
  return (
    <Notice icon="again" title={`The ${what} could not be loaded`}>
      <p>A newer release of the dashboard may be there, or the network is gone.</p>
      <button type="button" class="button" onClick={() => location.reload()}>
        Load again
      </button>
    </Notice>
  );
};
