/** Names that a message can list. Of a map its keys. */
export type Names = Iterable<string> | ReadonlyMap<string, unknown>;

/** Collections of names that may have more members than are known. */
const open = new WeakSet<object>();

/**
 * Whether there may be more names than these. A type that derives from one that nobody knows, a section that is no map, a
 * file that cannot be read: what is missing there has been reported once, and nothing that follows from it is reported.
 */
export const isOpen = (names: Names): boolean => typeof names === 'object' && open.has(names);

/** Marks the collection itself. */
export function opened<T extends object>(names: T): T {
  open.add(names);
  return names;
}

/** What was made of other names is as open as they are. */
export const openLike = <T extends object>(names: T, ...sources: readonly (Names | undefined)[]): T =>
  sources.some((source) => source !== undefined && isOpen(source)) ? opened(names) : names;

/** Several collections as one, walked only when somebody reads it. */
export const together = (...parts: readonly Names[]): Names =>
  openLike({ [Symbol.iterator]: () => walk(parts) }, ...parts);

function* walk(parts: readonly Names[]): Generator<string> {
  for (const part of parts) yield* namesIn(part);
}

export const namesIn = (names: Names): Iterable<string> =>
  names instanceof Map ? names.keys() : (names as Iterable<string>);
