import { lookup as systemLookup } from 'node:dns/promises';
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from '../../domain/deployments/accepting/private-address.ts';
import { ForbiddenError } from '../../foundation/errors.ts';

// not imported: that would load Node's fetch, a quarter of a function's start (src/http/pipeline/errors.ts)
const { request: requestHttp } = process.getBuiltinModule('node:http');

export interface ResolvedAddress {
  readonly address: string;
  /** IP version, 4 or 6 */
  readonly family: number;
}

export interface Guard {
  /** true only on a laptop, where all addresses are private */
  readonly allowPrivate: boolean;
  /** all addresses of a host name; default: the system's resolver */
  readonly lookup?: (hostname: string) => Promise<readonly ResolvedAddress[]>;
}

export interface OutsideRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** from the resolution of the name to the last byte, in milliseconds */
  readonly deadlineMs: number;
  /** largest body accepted, in bytes; 0: the body is not read at all */
  readonly maxBytes: number;
}

export interface OutsideReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Calls an address that a user named. The name is resolved once. If any of its addresses is private, the call is refused
 * (ForbiddenError). The connection goes to exactly the addresses that were checked, so a name that changes in between (DNS
 * rebinding) gains nothing. Follows no redirects. The messages of all other errors may be shown to clients.
 */
export const outsideRequest =
  (guard: Guard) =>
  async (url: URL, request: OutsideRequest): Promise<OutsideReply> => {
    const signal = AbortSignal.timeout(request.deadlineMs);
    try {
      const addresses = await whenever(signal, checkedAddresses(url, guard));
      return await exchange(url, request, addresses, signal);
    } catch (cause) {
      if (cause instanceof ForbiddenError || cause instanceof OutsideError) throw cause;
      const reason = signal.aborted
        ? `did not finish within ${request.deadlineMs} ms`
        : `cannot be reached (${codeOf(cause)})`;
      throw new OutsideError(`${url.host} ${reason}`, { cause });
    }
  };

class OutsideError extends Error {}

/** A resolver cannot be cancelled, so this stops waiting for it. */
const whenever = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const { promise: never, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason));
  return Promise.race([work, never]);
};

const checkedAddresses = async (url: URL, guard: Guard): Promise<readonly ResolvedAddress[]> => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ForbiddenError(`${url.protocol} addresses are not called: use http or https`);
  }
  const hostname = url.hostname.replace(/[[\]]/g, '');
  const resolve = guard.lookup ?? ((name) => systemLookup(name, { all: true }));
  const addresses = await resolve(hostname); // a literal address resolves to itself
  if (addresses.length === 0) throw new OutsideError(`${url.host} has no address`);
  if (!guard.allowPrivate && addresses.some(({ address }) => isPrivateAddress(address))) {
    throw new ForbiddenError(`${url.host} is, or resolves to, a private or reserved address: use one that is public`);
  }
  return addresses;
};

const exchange = async (
  url: URL,
  { method, headers, body = '', maxBytes }: OutsideRequest,
  addresses: readonly ResolvedAddress[],
  signal: AbortSignal,
): Promise<OutsideReply> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // no agent: a pooled connection could lead to an address that was not checked
  const connection = { agent: false, lookup: answering(addresses), autoSelectFamily: true };
  const options: RequestOptions = { method, headers, signal, ...connection };
  const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, resolve);
  outgoing.on('error', reject).end(body);
  const response = await promise;
  try {
    return { status: response.statusCode ?? 0, headers: response.headers, body: await read(url, response, maxBytes) };
  } finally {
    outgoing.destroy(); // nobody needs the rest of the body
  }
};

/** Replaces the resolver when the connection is made. Node tries the addresses one after the other. */
const answering =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(null, [...addresses]);

const read = async (url: URL, response: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  if (maxBytes === 0) return Buffer.alloc(0);
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new OutsideError(`${url.host} sent more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const codeOf = (cause: unknown): string => {
  const { code, name } = cause as NodeJS.ErrnoException;
  return code ?? name;
};
