/** Names that a message can list, as often as it likes: an iterator can be read only once, and is none. Of a map its keys. */
export type Names = readonly string[] | ReadonlySet<string> | ReadonlyMap<string, unknown> | Together;

/** Several collections as one. */
interface Together {
  readonly parts: readonly Part[];
}

/** Names, or how to come by them when somebody reads them. */
type Part = Names | (() => Names);

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
export const together = (...parts: readonly Part[]): Names =>
  openLike({ parts }, ...parts.filter((part) => typeof part !== 'function'));

/** One after the other; what several collections have is named once for each. */
export function* namesIn(names: Names): Generator<string> {
  if ('parts' in names) for (const part of names.parts) yield* namesIn(typeof part === 'function' ? part() : part);
  else if (names instanceof Map) yield* names.keys();
  else yield* names as readonly string[] | ReadonlySet<string>;
}
