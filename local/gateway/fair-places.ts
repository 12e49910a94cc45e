/**
 * Lambda runs each request in a process of its own. A laptop has one process for all, so its places are shared out fairly: a
 * caller with a thousand requests leaves the others their turn.
 */

/** Does the work when it is the turn of `caller`, any text that tells callers apart. */
export type FairPlaces = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

/** Milliseconds. A caller who sent something within this time is expected to send more. */
const presentMs = 1_000;

/** Milliseconds. What takes longer waits for something else, such as an import: it does not keep its caller's next one back. */
const slowMs = 200;

/**
 * Does at most `limit` works at the same time. While several callers are present, they take turns, and each has one work at a
 * time, since any more would make those of the others slower. A caller who is alone has all places.
 */
export const fairPlaces = (limit: number): FairPlaces => {
  /** in the order of their turns */
  const lines = new Map<string, Line>();
  let running = 0;

  const next = (): void => {
    const most = forgetAbsent(lines) > 1 ? 1 : limit;
    for (const line of lines.values()) {
      while (running < limit && line.counted < most && line.waiting.length > 0) {
        running += 1;
        line.counted += 1;
        line.waiting.shift()?.();
      }
    }
  };

  /** Its next turn comes after those of all others. A caller who was absent meanwhile may have another line, or none. */
  const toTheEnd = (caller: string): void => {
    const line = lines.get(caller);
    if (line === undefined) return;
    lines.delete(caller);
    lines.set(caller, line);
  };

  /** Gives the place back to the caller, once however often it is called. */
  const counted = (line: Line) => {
    let isCounted = true;
    return () => {
      if (isCounted) line.counted -= 1;
      isCounted = false;
      next();
    };
  };

  return async (caller, work) => {
    const line = lines.get(caller) ?? { waiting: [], counted: 0, seen: 0 };
    line.seen = performance.now();
    lines.set(caller, line);
    await new Promise<void>((resolve) => {
      line.waiting.push(resolve);
      next();
    });
    const uncount = counted(line);
    const slow = setTimeout(uncount, slowMs);
    try {
      return await work();
    } finally {
      clearTimeout(slow);
      running -= 1;
      toTheEnd(caller);
      uncount();
    }
  };
};

interface Line {
  readonly waiting: (() => void)[];
  /** how many run, without the slow ones */
  counted: number;
  /** performance.now() of the last one */
  seen: number;
}

/** Returns how many callers are left. */
const forgetAbsent = (lines: Map<string, Line>): number => {
  const since = performance.now() - presentMs;
  for (const [caller, { waiting, counted, seen }] of lines)
    if (waiting.length === 0 && counted === 0 && seen < since) lines.delete(caller);
  return lines.size;
};
