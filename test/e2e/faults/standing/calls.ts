/** Every call that an operation on what stands makes: nobody lists them, the wire sees them. */

import type { House } from '../house.ts';
import { type Kind, kinds, type Outgoing } from '../kinds.ts';
import type { Fault } from '../wire.ts';

export interface Called {
  /** without ids: the same in every run */
  readonly name: string;
  /** the faults that it may meet */
  readonly kinds: readonly Kind[];
}

/** A name for a request; calls of the platform have one for the door and the functions of events, and one for workflows. */
export const nameOf = (house: House, { method, target, url }: Outgoing, inWorkflow: boolean): string => {
  const { engine, sandbox } = house;
  const own = (name: string) => `${name}${inWorkflow ? ', workflow' : ''}`;
  if (/^DynamoDB/.test(target)) return own(`DynamoDB ${isRead(target) ? 'read' : 'write'}`);
  if (url.href.startsWith(engine.endpoints.s3)) return own(`S3 ${method === 'GET' ? 'read' : 'write'}`);
  if (/^AWSStepFunctions/.test(target)) return target.replace(/.*\./, '');
  if (target !== '') return `AWS ${target.replace(/.*\./, '')}`;
  if (url.href.startsWith(sandbox.imUrl)) return `IM ${method} ${plain(url.pathname)}`;
  // `CMDB images`, whichever cloud's they are
  const [service = '', ...path] = url.pathname.split('/').slice(1);
  return url.href.startsWith(sandbox.issuer) ? `issuer ${url.pathname}` : `${service} ${path.at(-1)}`;
};

const isRead = (target: string): boolean => /\.(GetItem|Query|BatchGet|TransactGet|Scan)/.test(target);

const plain = (path: string): string =>
  path
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '#')
    .replaceAll(/\d+/g, '#')
    .replace(/^.*\/infrastructures/, '')
    .replace(/^$/, '/');

/** Sees every call, and leads none astray. */
export class Calls {
  readonly #kinds = new Map<string, Set<Kind>>();
  readonly #house: House;
  readonly #isInWorkflow: () => boolean;

  constructor(house: House, isInWorkflow: () => boolean) {
    this.#house = house;
    this.#isInWorkflow = isInWorkflow;
  }

  watch(): Fault {
    return { kind: 'refused', matches: (request) => this.#saw(request) };
  }

  #saw(request: Outgoing): false {
    const name = nameOf(this.#house, request, this.#isInWorkflow());
    const known = this.#kinds.get(name) ?? new Set();
    this.#kinds.set(name, new Set([...known, ...kindsFor(request)]));
    return false;
  }

  get all(): readonly Called[] {
    const found = [...this.#kinds].map(([name, of]) => ({ name, kinds: kinds.filter((kind) => of.has(kind)) }));
    return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }
}

/** Only the token of a user can be stale, and only the session of a role expire. */
const kindsFor = ({ authorization }: Outgoing): readonly Kind[] =>
  kinds.filter((kind) => {
    if (kind === 'stale') return /eyJ[\w-]+\.eyJ/.test(authorization);
    return kind !== 'expired' || /Credential=ASIA/.test(authorization);
  });
