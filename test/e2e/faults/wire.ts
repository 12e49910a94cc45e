/** Every request that the service sends, seen and, where a fault is set, led to the server that misbehaves. */

import type { ManualClock } from '../../domain/deployments/world.ts';
import { type FaultServer, orders } from './fault-orders.ts';
import type { Kind, Outgoing } from './kinds.ts';

export interface Fault {
  readonly kind: Kind;
  matches(request: Outgoing): boolean;
}

/** The user's token, and the access key of a role's session. */
const credentials: { readonly [kind in Kind]?: RegExp } = {
  stale: /eyJ[\w-]+\.[\w-]+\.[\w-]+/,
  expired: /Credential=ASIA\w+/,
};

/** Seconds that a call which is not answered costs on the clock of the test. */
const patienceSeconds = 10;

export class Wire {
  readonly #server: FaultServer;
  readonly #clock: ManualClock;
  #faults: readonly Fault[] = [];
  #first: Fault | undefined;
  #count = 0;
  /** the user's token, or the access key, that is refused, once one was seen */
  #refused: string | undefined;
  /** how many requests the first of the faults led astray */
  hits = 0;
  /** bodies of requests, by where they went: `PUT http://…/key`, `POST … DynamoDB_20120810.PutItem` */
  readonly sent: { readonly to: string; readonly text: string }[] = [];

  constructor(server: FaultServer, clock: ManualClock) {
    this.#server = server;
    this.#clock = clock;
  }

  set(...faults: readonly Fault[]): void {
    this.#faults = faults;
    this.#refused = undefined;
    if (faults.length === 0) return;
    this.hits = 0;
    this.#first = faults[0];
  }

  /** What is to happen to a request; undefined: nothing out of the ordinary. */
  astray(request: Outgoing): Astray | undefined {
    this.sent.push({ to: `${request.method} ${request.url.href} ${request.target}`, text: request.body });
    const fault = this.#faults.find((one) => one.matches(request));
    if (fault === undefined || !this.#isRefused(fault, request)) return undefined;
    if (fault === this.#first) this.hits += 1;
    if (fault.kind === 'once') this.#faults = this.#faults.filter((one) => one !== fault);
    if (fault.kind === 'refused') return { base: this.#server.closed, headers: {}, expired: never };
    this.#count += 1;
    const id = `${this.#count}`;
    const headers = { [orders.kind]: fault.kind, [orders.upstream]: request.url.origin, [orders.id]: id };
    return { base: this.#server.url, headers, expired: fault.kind === 'slow' ? this.#expiry(id) : never };
  }

  /** Of faults that are about credentials, the first that are seen are refused; those that come after them are not. */
  #isRefused({ kind }: Fault, { authorization }: Outgoing): boolean {
    const form = credentials[kind];
    if (form === undefined) return true;
    const found = form.exec(authorization)?.[0];
    this.#refused ??= found;
    return found !== undefined && found === this.#refused;
  }

  #expiry(id: string): Promise<never> {
    return new Promise((_, reject) => {
      this.#server.expired.set(id, () => {
        this.#server.expired.delete(id);
        this.#clock.advance(patienceSeconds);
        reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
      });
    });
  }
}

export interface Astray {
  /** where the request goes instead */
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** rejects when the caller's patience is over */
  readonly expired: Promise<never>;
}

const never = new Promise<never>(() => {});

/** fetch, over the wire: the adapters take the global one. */
export const wiredFetch =
  (wire: Wire, pass: typeof fetch): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? '' : await request.clone().text();
    const url = new URL(request.url);
    const authorization = request.headers.get('authorization') ?? '';
    const lost = wire.astray({ method: request.method, url, target: '', authorization, body });
    if (lost === undefined) return pass(input, init);
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(lost.headers)) headers.set(name, value);
    const elsewhere = new URL(`${url.pathname}${url.search}`, lost.base);
    const hangUp = new AbortController();
    const aside = { method: request.method, headers, redirect: 'manual', signal: hangUp.signal } as const;
    try {
      return await Promise.race([pass(elsewhere, { ...aside, ...(body !== '' && { body }) }), lost.expired]);
    } catch (error) {
      hangUp.abort();
      throw error;
    }
  };
