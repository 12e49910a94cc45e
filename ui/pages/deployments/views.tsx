import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { bookmarks, dropView, keepView, mostBookmarks, unpin, viewQuery } from '../../data/bookmarks.ts';
import { Icon } from '../../parts/icon.tsx';
import { query } from '../../router/address.ts';

/** Pinned deployments and kept views; the present filters can be kept under a name. */
export const Views = () => {
  const { views, pins } = bookmarks.value;
  const current = viewQuery(query.value);
  const isNew = current !== '' && views.every((view) => view.query !== current);
  if (!isNew && views.length === 0 && pins.length === 0) return null;
  return (
    <nav class="views" aria-label="Pinned deployments and views">
      <ul class="chips">
        {pins.map(({ uuid, name }) => (
          <Chip key={uuid} {...{ name, href: `deployments/${uuid}`, icon: 'pin' }} onDrop={() => unpin(uuid)} />
        ))}
        {views.map((view) => (
          <Chip
            key={view.name}
            {...{ name: view.name, href: `deployments?${view.query}`, isCurrent: view.query === current }}
            onDrop={() => dropView(view.name)}
          />
        ))}
        {isNew && (
          <li>
            <Keep key={current} current={current} isFull={views.length >= mostBookmarks} />
          </li>
        )}
      </ul>
    </nav>
  );
};

interface ChipProps {
  readonly name: string;
  readonly href: string;
  readonly icon?: 'pin';
  readonly isCurrent?: boolean;
  readonly onDrop: () => void;
}

const Chip = ({ name, href, icon, isCurrent = false, onDrop }: ChipProps) => (
  <li class="view-chip">
    <a class="filter" href={href} title={name} aria-current={isCurrent ? 'page' : undefined}>
      {icon !== undefined && <Icon name={icon} size={14} />}
      <span class="cut">{name}</span>
    </a>
    <button
      type="button"
      class="quiet"
      aria-label={icon === undefined ? `Forget the view ${name}` : `Unpin ${name}`}
      onClick={onDrop}
    >
      <Icon name="cross" size={12} />
    </button>
  </li>
);

const Keep = ({ current, isFull }: { readonly current: string; readonly isFull: boolean }) => {
  const [name, setName] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // before the next key: after painting, a busy machine lost what was typed at once
  useLayoutEffect(() => field.current?.focus(), [name === undefined]);
  if (isFull) return <span class="faint">{mostBookmarks} views are kept: forget one to keep another</span>;
  if (name === undefined)
    return (
      <button type="button" class="filter" onClick={() => setName('')}>
        <Icon name="plus" size={14} />
        Keep this view…
      </button>
    );
  const keep = (event: Event): void => {
    event.preventDefault();
    if (name.trim() !== '') keepView({ name: name.trim(), query: current });
  };
  return (
    <form class="keep-view" onSubmit={keep} onKeyDown={({ key }) => key === 'Escape' && setName(undefined)}>
      <input
        class="input"
        aria-label="Name of the view"
        placeholder="Name of the view"
        maxLength={60}
        value={name}
        ref={field}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button type="submit" class="button small" disabled={name.trim() === ''}>
        Keep
      </button>
    </form>
  );
};
