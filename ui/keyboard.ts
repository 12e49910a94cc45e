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
    if (isPaletteComing()) typeAhead(event);
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

/** Keys that follow the palette's own at once are for it: one of them would lead to another page. */
const typeAhead = (event: KeyboardEvent): void => {
  const { key, metaKey, ctrlKey, altKey } = event;
  const isLetter = [...key].length === 1;
  if (metaKey || ctrlKey || altKey || !(isLetter || /^(Backspace|Enter|Escape)$/.test(key))) return;
  event.preventDefault();
  if (isLetter) typed.value += key;
  else if (key === 'Backspace') typed.value = typed.value.slice(0, -1);
  else if (key === 'Escape') overlay.value = undefined;
};

const openLog = (): void => {
  const [page, id] = path.peek().split('/');
  if (page === 'deployments' && id !== undefined) leaveFor(`deployments/${id}/log`);
};
