/**
 * A way from a name back to itself, with the name at both ends; empty: there is none. Each name is entered once, so that a
 * long chain costs no more than its length, and nothing on the stack.
 */
export const circleIn = (names: Iterable<string>, nextOf: (name: string) => readonly string[]): readonly string[] => {
  const isLeft = new Set<string>();
  for (const first of names) {
    const found = circleFrom(first, nextOf, isLeft);
    if (found.length > 0) return found;
  }
  return [];
};

const circleFrom = (
  first: string,
  nextOf: (name: string) => readonly string[],
  isLeft: Set<string>,
): readonly string[] => {
  const way = isLeft.has(first) ? [] : [{ name: first, next: nextOf(first).values() }];
  const isOnWay = new Set([first]);
  for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
    const { done, value: name } = at.next.next();
    if (done === true) {
      isLeft.add(at.name);
      isOnWay.delete(at.name);
      way.pop();
    } else if (isOnWay.has(name)) {
      const names = way.map((one) => one.name);
      return [...names.slice(names.indexOf(name)), name];
    } else if (!isLeft.has(name)) {
      isOnWay.add(name);
      way.push({ name, next: nextOf(name).values() });
    }
  }
  return [];
};
