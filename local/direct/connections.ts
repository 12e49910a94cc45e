/**
 * Requests to a store on loopback, over connections that stay open: a tenth of the processor time of the SDK's clients. A laptop and
 * tests use them.
 */

import { connect, type Socket } from 'node:net';
import { isOutage } from '../../src/adapters/aws/unavailable.ts';

export interface DirectRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/**
 * Sees each request before it is sent. It may let the SDK send it, `bySdk`, and answers what comes of that; undefined: the request
 * goes its own way.
 */
export type Detour = (request: DirectRequest, bySdk: () => Promise<unknown>) => Promise<unknown> | undefined;

export interface DirectOptions {
  /** what answers; default: the store, over connections of its own */
  readonly connections?: Pick<Connections, 'request'>;
  readonly detour?: Detour;
}

export interface DirectAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** Milliseconds without a byte: as long as the SDK's clients wait (src/adapters/aws/clients.ts). */
const longestSilence = 5_000;

/** HTTP/1.1 as dynoxide and fauxqs speak it: each answer tells its length. */
export class Connections {
  readonly #url: URL;
  readonly #open = new Set<Socket>();
  readonly #idle: Socket[] = [];

  constructor(endpoint: string) {
    this.#url = new URL(endpoint);
  }

  request({ method, path, headers = {}, body = '' }: DirectRequest): Promise<DirectAnswer> {
    const all = { ...headers, host: this.#url.host, 'content-length': String(Buffer.byteLength(body)) };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    return this.#exchange(typeof body === 'string' ? head + body : Buffer.concat([Buffer.from(head), body]));
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #exchange(bytes: string | Uint8Array): Promise<DirectAnswer> {
    return new Promise((resolve, reject) => {
      const socket = this.#idle.pop() ?? this.#connected();
      let got: Buffer = Buffer.alloc(0);
      const answered = (chunk: Buffer): void => {
        got = got.length === 0 ? chunk : Buffer.concat([got, chunk]);
        const answer = answerIn(got);
        if (answer === undefined) return;
        release();
        if (answer instanceof Error) {
          socket.destroy();
          reject(answer);
        } else {
          this.#idle.push(socket);
          resolve(answer);
        }
      };
      const failed = (error: Error): void => {
        release();
        reject(error);
      };
      const closed = (): void => failed(broken('ECONNRESET', 'the store hung up'));
      const silent = (): void => void socket.destroy(broken('ETIMEDOUT', 'the store says nothing'));
      const release = (): void => {
        socket.setTimeout(0);
        socket.off('data', answered).off('error', failed).off('close', closed).off('timeout', silent);
      };
      socket.on('data', answered).on('error', failed).on('close', closed).on('timeout', silent);
      socket.setTimeout(longestSilence);
      socket.write(bytes);
    });
  }

  #connected(): Socket {
    const socket = connect(Number(this.#url.port), this.#url.hostname).setNoDelay(true);
    this.#open.add(socket);
    const gone = (): void => {
      this.#open.delete(socket);
      const place = this.#idle.indexOf(socket);
      if (place >= 0) this.#idle.splice(place, 1);
    };
    return socket.on('error', gone).on('close', gone);
  }
}

/** What the store answers; when it does not, what the SDK gets of it with the pauses and repeats that it makes. */
export const answeredOr = async (bySdk: () => Promise<unknown>, call: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await call();
  } catch (error) {
    if (!isOutage(error)) throw error;
    return bySdk();
  }
};

const broken = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/** undefined: a part of it is still to come */
const answerIn = (got: Buffer): DirectAnswer | Error | undefined => {
  const end = got.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = got.toString('latin1', 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) return broken('ECONNABORTED', `the store answered without a length: ${head}`);
  const from = end + 4;
  const to = from + Number(length);
  return got.length < to ? undefined : { status: Number(head.slice(9, 12)), body: got.subarray(from, to) };
};
