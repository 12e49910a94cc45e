// @__NO_SIDE_EFFECTS__
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    // a failed load is retried at the next call
    if (made.value instanceof Promise) made.value.catch(() => (made = undefined));
    return made.value;
  };
};
