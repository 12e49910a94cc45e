/** Adds all of `more` to a list. A call takes some hundred thousand arguments at most, and a text may have more items. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}
