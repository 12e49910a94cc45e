/** Names that a message can list. They are read more than once, so an iterator will not do. A map stands for its keys. */
export type Names = readonly string[] | ReadonlySet<string> | ReadonlyMap<string, unknown> | Together;

/** Several collections as one. */
interface Together {
  readonly parts: readonly Part[];
}

/** Names, or a function that makes them when they are read. */
type Part = Names | (() => Names);

/** Collections of names that may have more members than we know. */
const open = new WeakSet<object>();

/**
 * Whether there may be more names than these: a type has an unknown parent, a section is not a map, a file cannot be
 * read. The cause has been reported once; what follows from it is not reported.
 */
export const isOpen = (names: Names): boolean => typeof names === 'object' && open.has(names);

/** Marks a collection as open and returns it. */
export function opened<T extends object>(names: T): T {
  open.add(names);
  return names;
}

/** Marks a collection as open when one of the collections that it was made from is open. */
export function openLike<T extends object>(names: T, ...sources: readonly (Names | undefined)[]): T {
  for (let index = 0; index < sources.length; index += 1) {
    const source = sources[index];
    if (source !== undefined && isOpen(source)) return opened(names);
  }
  return names;
}

/** Several collections as one; they are walked only when somebody reads the result. */
export const together = (...parts: readonly Part[]): Names =>
  openLike({ parts }, ...parts.filter((part) => typeof part !== 'function'));

/** All names, collection by collection; a name in several collections comes several times. */
export function* namesIn(names: Names): Generator<string> {
  if ('parts' in names) for (const part of names.parts) yield* namesIn(typeof part === 'function' ? part() : part);
  else if (names instanceof Map) yield* names.keys();
  else yield* names as readonly string[] | ReadonlySet<string>;
}
