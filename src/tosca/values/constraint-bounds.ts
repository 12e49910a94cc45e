/** One end of the values that a constraint allows. */
interface Bound {
  readonly at: number;
  /** true: the end itself is not allowed */
  readonly isOpen: boolean;
  /** for messages: `at least 2 GB` */
  readonly text: string;
}

/** The range of values or lengths that a constraint allows; without a bound, that side is unlimited. */
export interface Bounds {
  readonly of: 'value' | 'length';
  readonly low?: Bound | undefined;
  readonly high?: Bound | undefined;
}

/** Says in words which two constraints no value can satisfy together; undefined when there are none. */
export function conflictAmong(all: readonly Bounds[]): string | undefined {
  if (all.length < 2) return undefined;
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
