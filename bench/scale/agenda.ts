/** Future events in the order of time: a binary heap over numbers, because there are millions of them. */

export interface Agenda {
  size(): number;
  add(at: number, item: number): void;
  /** the earliest one; which one of several at the same instant is arbitrary, but always the same */
  next(): { readonly at: number; readonly item: number };
}

export const agenda = (): Agenda => {
  const times: number[] = [];
  const items: number[] = [];
  const time = (index: number): number => times[index] ?? Number.POSITIVE_INFINITY;
  const set = (index: number, at: number, item: number): void => {
    times[index] = at;
    items[index] = item;
  };
  const sink = (at: number, item: number): void => {
    let place = 0;
    for (;;) {
      const child = time(2 * place + 1) <= time(2 * place + 2) ? 2 * place + 1 : 2 * place + 2;
      if (time(child) >= at) break;
      set(place, time(child), items[child] ?? 0);
      place = child;
    }
    set(place, at, item);
  };
  return {
    size: () => times.length,
    add: (at, item) => {
      let place = times.length;
      for (let parent = (place - 1) >> 1; place > 0 && time(parent) > at; parent = (place - 1) >> 1) {
        set(place, time(parent), items[parent] ?? 0);
        place = parent;
      }
      set(place, at, item);
    },
    next: () => {
      const first = { at: time(0), item: items[0] ?? 0 };
      const [at, item] = [times.pop() ?? 0, items.pop() ?? 0];
      if (times.length > 0) sink(at, item);
      return first;
    },
  };
};
