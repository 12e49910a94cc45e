/** Views of lists and pinned deployments, of this user in this browser: docs/decisions/0094. */

import { computed, signal } from '@preact/signals';
import { identity } from '../session/identity.ts';

/** A name for the filters of the list of deployments. */
export interface View {
  readonly name: string;
  /** as in the address */
  readonly query: string;
}

export interface Pin {
  readonly uuid: string;
  /** when it was pinned */
  readonly name: string;
}

interface Bookmarks {
  readonly views: readonly View[];
  readonly pins: readonly Pin[];
}

/** Of each kind: more would be a list of their own. */
export const mostBookmarks = 30;

const key = computed(() => `toscanini.bookmarks ${identity.value?.issuer} ${identity.value?.subject}`);

/** counts what this tab and others have written */
const written = signal(0);

/** What is stored may be of another release, or of somebody who has tried what happens: only what fits is read. */
export const bookmarksIn = (text: string | null): Bookmarks => {
  const { views, pins } = parsed(text ?? '');
  return {
    views: recordsIn(views).flatMap(({ name, query }) => (isText(name) && isText(query) ? [{ name, query }] : [])),
    pins: recordsIn(pins).flatMap(({ uuid, name }) => (isText(uuid) && isText(name) ? [{ uuid, name }] : [])),
  };
};

type Members = { readonly [name: string]: unknown };

const isRecord = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const recordsIn = (value: unknown): readonly Members[] =>
  Array.isArray(value) ? value.filter(isRecord).slice(0, mostBookmarks) : [];

const isText = (value: unknown): value is string => typeof value === 'string';

const parsed = (text: string): Members => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
};

export const bookmarks = computed<Bookmarks>(() => {
  written.value;
  return bookmarksIn(localStorage.getItem(key.value));
});

export const watchBookmarks = (): void =>
  addEventListener('storage', (event) => {
    if (event.key === null || event.key === key.peek()) written.value++;
  });

/** Reads what is there now: another tab may have written since. */
const change = (next: (before: Bookmarks) => Bookmarks): void => {
  localStorage.setItem(key.peek(), JSON.stringify(next(bookmarksIn(localStorage.getItem(key.peek())))));
  written.value++;
};

const without = <One, Key>(all: readonly One[], keyOf: (one: One) => Key, out: Key): readonly One[] =>
  all.filter((one) => keyOf(one) !== out);

const added = <One>(all: readonly One[], one: One): readonly One[] => [...all, one].slice(-mostBookmarks);

/** One of the same name is replaced. */
export const keepView = (view: View): void =>
  change(({ views, pins }) => ({
    pins,
    views: added(
      without(views, ({ name }) => name, view.name),
      view,
    ),
  }));

export const dropView = (name: string): void =>
  change(({ views, pins }) => ({ pins, views: without(views, (one) => one.name, name) }));

export const pin = (one: Pin): void =>
  change(({ views, pins }) => ({
    views,
    pins: added(
      without(pins, ({ uuid }) => uuid, one.uuid),
      one,
    ),
  }));

export const unpin = (uuid: string): void =>
  change(({ views, pins }) => ({ views, pins: without(pins, (one) => one.uuid, uuid) }));

export const isPinned = (uuid: string): boolean => bookmarks.value.pins.some((one) => one.uuid === uuid);

/** The filters of an address in one order, without how many rows are loaded. */
export const viewQuery = (query: URLSearchParams): string => {
  const filters = new URLSearchParams(query);
  filters.delete('rows');
  filters.sort();
  return `${filters}`;
};
