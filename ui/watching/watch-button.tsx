import type { DeploymentView } from '../data/view.ts';
import { Icon } from '../parts/icon.tsx';
import { toastError } from '../parts/toast.tsx';
import { isWatched, unwatch, watch } from './watching.ts';

/** Asks to be told when the operation in progress has ended. Nothing where the browser cannot notify. */
export const WatchButton = ({ view }: { readonly view: DeploymentView }) => {
  if (!('Notification' in globalThis)) return null;
  const isOn = isWatched(view.uuid);
  return (
    <button
      type="button"
      class="button"
      aria-pressed={isOn}
      title="A notification of your browser, also when you look at something else"
      onClick={() => (isOn ? unwatch(view.uuid) : watch(view).catch(toastError))}
    >
      <Icon name="bell" />
      {isOn ? 'You will be told' : 'Tell me'}
    </button>
  );
};
