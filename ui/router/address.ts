/** The address is the state of a page: what is in it can be shared, reloaded, and gone back to. */

import { computed, signal } from '@preact/signals';
import { findPlace, keepPlace, startAtTop, watchPlace } from './scroll.ts';

/** Where the dashboard is mounted, such as `/ui/` or `/toscanini/ui/`. */
const mount = (): string => new URL(document.baseURI).pathname;

const location = signal<URL>(new URL(globalThis.location.href));

const follow = (): void => {
  location.value = new URL(globalThis.location.href);
};

/** The path below the mount, such as `deployments/4711`, without slashes at its ends. */
export const path = computed(() => location.value.pathname.slice(mount().length).replace(/^\/+|(?<!\/)\/+$/g, ''));

/** The part after the question mark. */
export const query = computed<URLSearchParams>(() => new URLSearchParams(location.value.search));

/** The present address below the mount, with its query: what to come back to after a login. */
export const here = (): string => `${path.peek()}${location.peek().search}`;

/** Goes to an address below the mount, such as `deployments?state=failed`. */
export const go = (to: string, { replace = false } = {}): void => {
  const url = new URL(to, document.baseURI);
  if (url.href === globalThis.location.href) return;
  keepPlace();
  if (replace) history.replaceState(history.state, '', url);
  else history.pushState(null, '', url);
  const moved = url.pathname !== location.peek().pathname;
  follow();
  if (moved && !replace) startAtTop();
};

/**
 * Changes members of the query and leaves the others; undefined or an empty text removes one. `isStep`: the Back button of the
 * browser leads to what was before, as after a click; not so for each key of a text.
 */
export const setQuery = (changes: { readonly [name: string]: string | undefined }, { isStep = false } = {}): void => {
  const next = new URLSearchParams(query.peek());
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  go(`${path.peek()}${text && `?${text}`}`, { replace: !isStep });
};

/** A page with changes that would be lost sets a question; it is asked before the address changes. */
export const leaving = signal<string | undefined>(undefined);

/** Asks, where something would be lost. */
export const mayLeave = (): boolean => {
  if (leaving.peek() !== undefined && !confirm(leaving.peek())) return false;
  leaving.value = undefined;
  return true;
};

const beginnings = signal(0);

/** Another text for each address, and whenever somebody leaves a page for its own address: a page with entries begins anew. */
export const visit = computed(() => `${location.value.href} ${beginnings.value}`);

/** Goes there unless somebody wants to stay with what they have entered. */
export const leaveFor = (to: string): void => {
  if (!mayLeave()) return;
  if (new URL(to, document.baseURI).href === globalThis.location.href) beginnings.value += 1;
  else go(to);
};

/** Follows the buttons of the browser, and turns clicks on links of the dashboard into changes of the address. */
export const watchAddress = (): void => {
  watchPlace();
  addEventListener('popstate', () => {
    if (mayLeave()) {
      follow();
      findPlace();
    } else history.pushState(null, '', location.peek());
  });
  addEventListener('beforeunload', (event) => {
    if (leaving.peek() !== undefined) event.preventDefault();
  });
  document.addEventListener('click', (event) => {
    const link = linkOf(event);
    if (link === undefined) return;
    event.preventDefault();
    leaveFor(link.href);
  });
};

/** The link of the dashboard that a plain click is on. */
const linkOf = (event: MouseEvent): HTMLAnchorElement | undefined => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return undefined;
  return link.href.startsWith(new URL(document.baseURI).href) ? link : undefined;
};
