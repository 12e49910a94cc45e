/** One end of what a constraint leaves. */
interface Bound {
  readonly at: number;
  /** the end itself is outside */
  readonly isOpen: boolean;
  /** for messages: `at least 2 GB` */
  readonly text: string;
}

/** What a constraint leaves of values that have an order, or of their lengths; no bound: anything on that side. */
export interface Bounds {
  readonly of: 'value' | 'length';
  readonly low?: Bound | undefined;
  readonly high?: Bound | undefined;
}

/** Two constraints that no value can satisfy together, in words; undefined: there are none. */
export function conflictAmong(all: readonly Bounds[]): string | undefined {
  for (const kind of ['value', 'length'] as const) {
    const bounds = all.filter(({ of }) => of === kind);
    const low = strictest(
      bounds.flatMap((each) => each.low ?? []),
      1,
    );
    const high = strictest(
      bounds.flatMap((each) => each.high ?? []),
      -1,
    );
    if (low === undefined || high === undefined) continue;
    if (low.at > high.at || (low.at === high.at && (low.isOpen || high.isOpen)))
      return `no value can be both ${low.text} and ${high.text}`;
  }
  return undefined;
}

const strictest = (bounds: readonly Bound[], direction: 1 | -1): Bound | undefined =>
  bounds.toSorted((a, b) => direction * (b.at - a.at) || Number(b.isOpen) - Number(a.isOpen))[0];
