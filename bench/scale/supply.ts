/** What AWS gives, as queues: whoever asks for more than there is waits. Times are seconds. */

/** How a supply was used. */
export interface Use {
  /** most that was asked for in one second */
  readonly peak: () => number;
  readonly longestWait: () => number;
  /** how many had to wait */
  readonly waited: () => number;
}

const recorder = (from: number) => {
  let [second, inSecond, peak, longestWait, waited] = [-1, 0, 0, 0, 0];
  return {
    /** `at`, in the order of time */
    record: (at: number, amount: number, wait: number): void => {
      if (at < from) return;
      if (Math.floor(at) !== second) [second, inSecond] = [Math.floor(at), 0];
      inSecond += amount;
      peak = Math.max(peak, inSecond);
      longestWait = Math.max(longestWait, wait);
      if (wait > 0.001) waited += 1;
    },
    use: { peak: () => peak, longestWait: () => longestWait, waited: () => waited } satisfies Use,
  };
};

/** A bucket of tokens with a queue before it. Uses before `from` are not recorded. */
export const bucket = (perSecond: number, burst: number, from: number) => {
  let [tokens, last] = [burst, 0];
  const { record, use } = recorder(from);
  return {
    use,
    /** Seconds that whoever asks at `at` has to wait. */
    take: (at: number, amount: number): number => {
      tokens = Math.min(burst, tokens + (at - last) * perSecond) - amount;
      last = at;
      const wait = tokens < 0 ? -tokens / perSecond : 0;
      record(at, amount, wait);
      return wait;
    },
  };
};

/** As many at a time as there are places. */
export const pool = (places: number, from: number) => {
  const ends = minimumHeap();
  let [peak, longestWait, waited] = [0, 0, 0];
  return {
    use: { peak: () => peak, longestWait: () => longestWait, waited: () => waited } satisfies Use,
    take: (at: number, seconds: number): number => {
      while (ends.size() > 0 && ends.least() <= at) ends.pop();
      const start = ends.size() < places ? at : ends.pop();
      ends.push(start + seconds);
      if (at >= from) {
        peak = Math.max(peak, ends.size());
        longestWait = Math.max(longestWait, start - at);
        if (start > at) waited += 1;
      }
      return start - at;
    },
  };
};

export const minimumHeap = () => {
  const values: number[] = [];
  const at = (index: number): number => values[index] ?? Number.POSITIVE_INFINITY;
  const sink = (value: number): void => {
    let place = 0;
    for (;;) {
      const child = at(2 * place + 1) <= at(2 * place + 2) ? 2 * place + 1 : 2 * place + 2;
      if (at(child) >= value) break;
      values[place] = at(child);
      place = child;
    }
    values[place] = value;
  };
  return {
    size: () => values.length,
    least: () => at(0),
    push: (value: number): void => {
      let place = values.length;
      for (let parent = (place - 1) >> 1; place > 0 && at(parent) > value; parent = (place - 1) >> 1) {
        values[place] = at(parent);
        place = parent;
      }
      values[place] = value;
    },
    pop: (): number => {
      const least = at(0);
      const last = values.pop() ?? 0;
      if (values.length > 0) sink(last);
      return least;
    },
  };
};
