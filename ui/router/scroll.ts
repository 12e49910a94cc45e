/** How far each entry of the browser's history is scrolled: Back shows the row that one has left, also after a reload. */

/** Milliseconds after the last movement of a scroll. */
const settled = 150;

/** Milliseconds in which a page may become as long as it was; later a jump would only disturb. */
const longestLoad = 10_000;

/** What a reader does who no longer waits for the old place. */
const signsOfUse = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

let saving: ReturnType<typeof setTimeout> | undefined;
let finding: AbortController | undefined;

const placeIn = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'scrollY' in state && typeof state.scrollY === 'number'
    ? state.scrollY
    : 0;

/** Keeps the place in the present entry. Not while an earlier one is looked for: the page may still be too short. */
export const keepPlace = (): void => {
  clearTimeout(saving);
  if (finding === undefined) history.replaceState({ scrollY }, '');
};

/** Scrolls to the place of the present entry, and again whenever the page grows, until somebody uses the page. */
export const findPlace = (): void => {
  clearTimeout(saving);
  finding?.abort();
  const place = placeIn(history.state);
  const search = new AbortController();
  const { signal } = search;
  const end = (): void => search.abort();
  const growth = new ResizeObserver(() => scrollTo(0, place));
  const timer = setTimeout(end, longestLoad);
  finding = search;
  signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timer);
    if (finding === search) finding = undefined;
  });
  for (const sign of signsOfUse) addEventListener(sign, end, { signal, passive: true });
  growth.observe(document.body);
};

/** The place of a new entry is its top. */
export const startAtTop = (): void => {
  finding?.abort();
  scrollTo(0, 0);
};

/** Takes the places from the browser, which scrolls before the page has its rows. */
export const watchPlace = (): void => {
  history.scrollRestoration = 'manual';
  addEventListener('scroll', () => {
    clearTimeout(saving);
    saving = setTimeout(keepPlace, settled);
  });
  addEventListener('pagehide', keepPlace);
  if (placeIn(history.state) > 0) findPlace();
};
