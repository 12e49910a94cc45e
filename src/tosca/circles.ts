/** What a walk over references asks and tells. */
interface Visitor<T> {
  /** what must come before it; asked once for each */
  readonly needs: (one: T) => Iterable<T>;
  /** called when everything before it was visited; several members, or one that needs itself, are a circle */
  readonly visit: (members: readonly T[], isCircle: boolean) => void;
}

interface Frame<T> {
  readonly one: T;
  readonly index: number;
  readonly needs: Iterator<T>;
  /** lowest index that it reaches */
  low: number;
  needsItself: boolean;
}

/**
 * Visits things after those that they need. Things that need each other are visited together, as one circle (Tarjan's
 * algorithm). It has its own stack and marks what it has visited, so that neither a long chain nor a circle exhausts the call
 * stack, and each thing costs the same in any shape.
 */
export class InOrder<T> {
  readonly #visitor: Visitor<T>;
  /** undefined: visited */
  readonly #frames = new Map<T, Frame<T> | undefined>();
  /** those that wait for their circle to be complete */
  #waiting: T[] = [];

  constructor(visitor: Visitor<T>) {
    this.#visitor = visitor;
  }

  isVisited(one: T): boolean {
    return this.#frames.has(one) && this.#frames.get(one) === undefined;
  }

  /** Marks one that somebody else visits. */
  pass(one: T): void {
    this.#frames.set(one, undefined);
  }

  add(first: T): void {
    if (this.#frames.has(first)) return;
    const stack = [this.#begin(first)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const next = frame.needs.next();
      if (next.done) {
        stack.pop();
        this.#end(frame, stack.at(-1));
      } else if (!this.#frames.has(next.value)) stack.push(this.#begin(next.value));
      else this.#meet(frame, next.value);
    }
  }

  #begin(one: T): Frame<T> {
    const index = this.#waiting.length;
    const frame = { one, index, low: index, needs: this.#visitor.needs(one)[Symbol.iterator](), needsItself: false };
    this.#frames.set(one, frame);
    this.#waiting.push(one);
    return frame;
  }

  #meet(frame: Frame<T>, other: T): void {
    const met = this.#frames.get(other);
    if (met === undefined) return;
    frame.low = Math.min(frame.low, met.index);
    if (met === frame) frame.needsItself = true;
  }

  #end(frame: Frame<T>, above: Frame<T> | undefined): void {
    if (above) above.low = Math.min(above.low, frame.low);
    if (frame.low < frame.index) return;
    const members = this.#waiting.splice(frame.index);
    for (const one of members) this.#frames.set(one, undefined);
    this.#visitor.visit(members, members.length > 1 || frame.needsItself);
  }
}
