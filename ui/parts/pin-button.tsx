import { isPinned, type Pin, pin, unpin } from '../data/bookmarks.ts';
import { Icon } from './icon.tsx';

/** Pinned deployments come first in the list, and stand above it wherever they are in it. */
export const PinButton = ({ uuid, name }: Pin) => {
  const isOn = isPinned(uuid);
  const words = isOn ? `Unpin ${name}` : `Pin ${name}`;
  return (
    <button
      type="button"
      class="quiet pin"
      aria-pressed={isOn}
      aria-label={words}
      title={words}
      onClick={() => (isOn ? unpin(uuid) : pin({ uuid, name }))}
    >
      <Icon name="pin" size={14} />
    </button>
  );
};
