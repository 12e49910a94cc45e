/** Which calls of a piece of work wait for each other: what a user waits for is their number in sequence. */

type Next = (request: object) => Promise<object>;

/** The part of a client's middleware stack that is used. */
interface Client {
  readonly middlewareStack: {
    add(
      middleware: (next: Next, context: { readonly commandName?: string }) => Next,
      options: { readonly step: 'initialize'; readonly priority: 'high'; readonly name: string },
    ): void;
  };
}

interface Call {
  readonly name: string;
  /** positions in the order in which calls began and ended */
  readonly began: number;
  readonly ended: number;
}

export interface CriticalPath {
  readonly calls: number;
  /** the longest chain of calls of which each began after the one before had ended */
  readonly inSequence: number;
  readonly atOnce: number;
  /** the names: `A ‖ B → C` means that C waits for A and B */
  readonly shown: string;
}

export interface Calls {
  /** Counts each call of a client of the SDK, with its retries, as one. */
  watch(client: unknown): void;
  /** Counts this work as one call. */
  call<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The calls of `work`, which must be all that happens meanwhile. */
  pathOf(work: () => Promise<unknown>): Promise<CriticalPath>;
}

export const calls = (): Calls => {
  let made: Call[] = [];
  let position = 0;
  const call = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = position++;
    try {
      return await work();
    } finally {
      made.push({ name, began, ended: position++ });
    }
  };
  return {
    call,
    watch: (client) =>
      (client as Client).middlewareStack.add(
        (next, { commandName = 'unknown' }) =>
          (request) =>
            call(commandName.replace(/Command$/, ''), () => next(request)),
        { step: 'initialize', priority: 'high', name: 'criticalPath' },
      ),
    pathOf: async (work) => {
      made = [];
      await work();
      return pathOf(made);
    },
  };
};

/** A longest chain takes the call that ends first, then of those that began later again the one that ends first. */
export const pathOf = (made: readonly Call[]): CriticalPath => {
  const chain: Call[] = [];
  for (const call of made.toSorted((a, b) => a.ended - b.ended))
    if (call.began > (chain.at(-1)?.ended ?? -1)) chain.push(call);
  const stageOf = ({ began }: Call): number => chain.filter(({ ended }) => ended < began).length;
  const stages = Map.groupBy(made, stageOf);
  const shown = [...stages.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([, some]) => some.toSorted((a, b) => a.began - b.began).map(({ name }) => name))
    .map((names) => names.join(' ‖ '));
  return { calls: made.length, inSequence: chain.length, atOnce: mostAtOnce(made), shown: shown.join(' → ') };
};

const mostAtOnce = (made: readonly Call[]): number =>
  Math.max(0, ...made.map(({ began }) => made.filter((other) => other.began <= began && other.ended > began).length));
