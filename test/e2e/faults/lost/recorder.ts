/** Sees every call that changes something, and loses the answer of one of them. */

import type { Outgoing } from '../kinds.ts';
import type { Fault } from '../wire.ts';
import { die, isDead } from './process.ts';

/**
 * repeated   the SDK sends the call again, below our code
 * lost       nobody does: the step is run again by its workflow, the request by its client
 * died       the function's process dies in that moment; the workflow, or the client, tries again
 * restarted  the laptop dies in that moment; the execution is run again from its start
 */
export const modes = ['repeated', 'lost', 'died', 'restarted'] as const;
export type Mode = (typeof modes)[number];

export interface Change {
  /** without ids: the same in every run */
  readonly name: string;
  /** among the calls of this name, from 0. Calls that are made at once come in another order in each run, so no index over all tells one */
  readonly nth: number;
  /** by the SDK of AWS, which makes a call again whose answer is lost */
  readonly isAws: boolean;
  /** in a workflow: otherwise no execution could be run again */
  readonly inWorkflow: boolean;
  /** taken by a receiver, who knows nothing of the process that sent it */
  readonly isCallback?: true;
}

export interface Loss {
  readonly call: string;
  readonly nth: number;
  readonly mode: Mode;
}

export class Recorder {
  readonly changes: Change[] = [];
  readonly #s3: string;
  readonly #lose: Loss | undefined;
  #isOn = false;
  inWorkflow = false;

  /** `lose`: the changing call whose answer is lost; without it none is. */
  constructor(s3: string, lose?: Loss) {
    this.#s3 = s3;
    this.#lose = lose;
  }

  start(): void {
    this.#isOn = true;
  }

  stop(): void {
    this.#isOn = false;
  }

  get hasLost(): boolean {
    return this.changes.some((change) => this.#isLost(change));
  }

  /** For the wire. `slow`: it is done, and no answer comes. */
  faults(): readonly Fault[] {
    return [
      { kind: 'refused', matches: isDead },
      { kind: 'slow', matches: (request) => this.#loses(request) },
    ];
  }

  /** For the receiver: whether its answer to what it has just taken is lost. */
  losesCallback(): boolean {
    if (!this.#isOn) return false;
    return this.#record({ name: 'POST callback', isAws: false, inWorkflow: true, isCallback: true });
  }

  #loses(request: Outgoing): boolean {
    if (!this.#isOn || !isChange(request)) return false;
    const isAws = request.target !== '' || request.url.href.startsWith(this.#s3);
    const isLost = this.#record({ name: nameOf(request), isAws, inWorkflow: this.inWorkflow });
    if (isLost && (this.#lose?.mode === 'died' || this.#lose?.mode === 'restarted')) die();
    return isLost;
  }

  /** True for the one whose answer is lost. */
  #record(seen: Omit<Change, 'nth'>): boolean {
    const change = { ...seen, nth: this.changes.filter(({ name }) => name === seen.name).length };
    this.changes.push(change);
    return this.#isLost(change);
  }

  #isLost({ name, nth }: Change): boolean {
    return name === this.#lose?.call && nth === this.#lose.nth;
  }
}

/** AWS's JSON protocols say it by the operation's name, all others by the method. */
const isChange = ({ method, target }: Outgoing): boolean => {
  if (target === '') return method !== 'GET' && method !== 'HEAD';
  return !/\.(Get|BatchGet|Query|Scan|Describe|List)/i.test(target);
};

const nameOf = ({ method, target, url, body }: Outgoing): string => {
  if (target !== '') return `${target.replace(/.*\./, '')} ${aboutOf(body)}`;
  const below = plain(decodeURIComponent(url.pathname))
    .replace(/^\/files-[^/]*/, 'S3 ')
    // which of the storage elements comes first is chosen by the event's id
    .replace(/^\/element-\w+/, 'S3 element');
  return `${method} ${below}${url.searchParams.has('uploads') ? '?uploads' : ''}`;
};

/** What a call is about: the tables with the kinds of items, or the workflow. */
const aboutOf = (body: string): string => {
  if (!body.startsWith('{')) return 'at AWS';
  const { stateMachineArn, executionArn, ...rest } = JSON.parse(body) as Record<string, unknown>;
  const arn = stateMachineArn ?? executionArn;
  if (arn !== undefined) return `${arn}`.split(':').find((part) => /^[A-Z]{4,}$/.test(part)) ?? '';
  const text = JSON.stringify(rest);
  const kinds = [...text.matchAll(/"sk":\{"S":"([^"]*)"/g)].map(([, kind = '']) => plain(kind));
  const table = /"(?:TableName":"|RequestItems":\{")(\w+)-/.exec(text)?.[1] ?? '';
  return `${table} ${[...new Set(kinds)].join(' ')}`.trim();
};

/** Ids, numbers and instants are other ones in each run. */
const plain = (text: string): string =>
  text
    .replaceAll(/\bstream#(schedule#|installation#)?[\w-]+/g, 'stream#$1') // of a digest
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '#')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '#')
    .replaceAll(/\bshard#\w+/g, 'shard#')
    .replaceAll(/\d+/g, '#');
