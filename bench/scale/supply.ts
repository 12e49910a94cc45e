/** The quotas of AWS as queues: a request above the supply waits. Times are in seconds. */

/** The use of a supply. */
export interface Use {
  /** the most in one second */
  readonly peak: () => number;
  readonly longestWait: () => number;
  /** the number of uses that waited */
  readonly waited: () => number;
}

const recorder = (from: number) => {
  let [second, inSecond, peak, longestWait, waited] = [-1, 0, 0, 0, 0];
  return {
    /** `at` never decreases between calls */
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

/** A token bucket with a queue in front. Uses before `from` are not recorded. */
export const bucket = (perSecond: number, burst: number, from: number) => {
  let [tokens, last] = [burst, 0];
  const { record, use } = recorder(from);
  return {
    use,
    /** The seconds that a caller at the time `at` must wait. */
    take: (at: number, amount: number): number => {
      tokens = Math.min(burst, tokens + (at - last) * perSecond) - amount;
      last = at;
      const wait = tokens < 0 ? -tokens / perSecond : 0;
      record(at, amount, wait);
      return wait;
    },
  };
};

/** A fixed number of places, each for one use at a time. */
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
