/** What the service was asked for and what it promised, as its clients know it. */

/** One deployment that a client wants. Its marker stands in the template, so that it is known again wherever it turns up. */
export interface Wish {
  readonly marker: string;
  readonly owner: string;
  /** with a key however many POSTs make one deployment, without one each makes at most one */
  readonly keyed: boolean;
  readonly callback: boolean;
  posts: number;
  /** ids that were answered with 201 */
  readonly ids: Set<string>;
}

export interface ScheduleWish {
  readonly id: string;
  readonly marker: string;
  readonly owner: string;
  /** files below this prefix match */
  readonly prefix: string;
}

/** A time in which a provider drained for sure, in milliseconds since 1970. */
export interface Drained {
  readonly provider: string;
  readonly from: number;
  readonly until: number;
}

/** One provider at a time. */
interface Drains {
  /** true: a request is under way */
  isBusy: boolean;
  /** `from` undefined: nobody knows whether it drains */
  now: { readonly provider: string; from?: number | undefined } | undefined;
  readonly past: Drained[];
}

export class Ledger {
  readonly wishes = new Map<string, Wish>();
  readonly schedules: ScheduleWish[] = [];
  /** files that S3 said it has, by their names */
  readonly files = new Set<string>();
  /** deployments whose deletion was asked for, whatever was answered */
  readonly deletions = new Set<string>();
  /** forced deletions, each with the infrastructures that stood when it was asked for: these may be left at the provider */
  readonly forced = new Map<string, ReadonlySet<string>>();
  readonly drains: Drains = { isBusy: false, now: undefined, past: [] };
  readonly answers = new Map<string, number>();
  /** what may never happen, as it was seen */
  readonly anomalies: string[] = [];

  wish(owner: string, options: { readonly keyed: boolean; readonly callback: boolean }): Wish {
    const marker = `chaos-wish-${String(this.wishes.size + 1).padStart(6, '0')}`;
    const wish = { marker, owner, ...options, posts: 0, ids: new Set<string>() };
    this.wishes.set(marker, wish);
    return wish;
  }

  /** A deletion was forced while these stood. */
  force(id: string, infrastructures: Iterable<string>): void {
    this.forced.set(id, new Set([...(this.forced.get(id) ?? []), ...infrastructures]));
  }

  /** Whether a forced deletion may have left this infrastructure. */
  mayBeLeft(infrastructure: string): boolean {
    return [...this.forced.values()].some((left) => left.has(infrastructure));
  }

  count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  /** Accepted deployments of an owner that nobody asked to delete. */
  living(owner: string): string[] {
    const own = [...this.wishes.values()].filter((wish) => wish.owner === owner).flatMap(({ ids }) => [...ids]);
    return own.filter((id) => !this.deletions.has(id));
  }
}
