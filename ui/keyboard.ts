/** Keys for the whole dashboard. None works while somebody types, and none hides a key of the browser. */

import { hasPage } from './pages.ts';
import { isPaletteKey } from './palette/key.ts';
import { isPaletteComing, openPalette, overlay, typed } from './palette/overlay.tsx';
import { isForPage } from './parts/typing.ts';
import { leaveFor, path } from './router/address.ts';

export const places: { readonly [key: string]: string } = {
  d: 'deployments',
  s: 'schedules',
  c: 'catalog',
  a: 'about',
};

/** Milliseconds within which the second key of `g d` counts. */
const together = 1_200;

/** `g d`, `g s`, `g c`, `g a` go to a page, `n` begins a new deployment, `l` opens the log of the deployment on the page, `?` lists the keys. */
export const watchKeys = (): void => {
  let begun = 0;
  addEventListener('keydown', (event) => {
    if (isPaletteKey(event) && !document.querySelector('dialog[open]')) {
      event.preventDefault();
      openPalette();
    }
    if (isPaletteComing() && isPlain(event)) return keepForPalette(event);
    if (!isForPage(event)) return;
    const { key } = event;
    const isSecond = Date.now() - begun < together;
    begun = key === 'g' ? Date.now() : 0;
    const to = isSecond ? places[key] : undefined;
    if (to !== undefined && hasPage(to)) leaveFor(to);
    else if (key === 'n' && hasPage('new')) leaveFor('new');
    else if (key === '?') overlay.value = 'keys';
    else if (key === 'l') openLog();
  });
};

/** None of the browser's own, such as Ctrl R. */
const isPlain = ({ metaKey, ctrlKey, altKey, isComposing }: KeyboardEvent): boolean =>
  !(metaKey || ctrlKey || altKey || isComposing);

/** A key that comes before the palette is loaded is for it: it would lead to another page, or change the field that has the focus. */
const keepForPalette = (event: KeyboardEvent): void => {
  event.preventDefault();
  if (event.key === 'Escape') overlay.value = undefined;
  else if (event.key === 'Backspace') typed.value = typed.value.slice(0, -1);
  else if (event.key.length === 1) typed.value += event.key;
};

const openLog = (): void => {
  const [page, id] = path.peek().split('/');
  if (page === 'deployments' && id !== undefined) leaveFor(`deployments/${id}/log`);
};
