import { createHash } from 'node:crypto';
import { withoutSecretText } from '../../tosca/secrets/material.ts';
import type { Imports } from '../../tosca/topology.ts';
import { type Guard, type OutsideReply, type OutsideRequest, outsideRequest } from '../callbacks/address-guard.ts';

export interface ImportsOptions {
  /** in bytes; default 1 MiB */
  readonly maxBytes?: number;
  /** for one import with all its redirects, in milliseconds; default 5 s */
  readonly deadlineMs?: number;
  /** how long a text is kept in memory, in milliseconds; default 10 min */
  readonly ttlMs?: number;
  /** milliseconds since 1970 */
  readonly now?: () => number;
  readonly lookup?: Guard['lookup'];
  /** calls an address; default: as address-guard.ts does, which refuses private ones */
  readonly request?: (url: URL, request: OutsideRequest) => Promise<OutsideReply>;
}

const redirects = 3;

/**
 * Reads TOSCA definitions from the addresses that templates name: over https only, within limits, and kept in memory for a
 * while.
 */
export const imports = (options: ImportsOptions = {}): Imports => {
  const remembered = memory(options);
  return {
    read: (address) => remembered(address, () => download(address, options)),
  };
};

const download = async (address: string, options: ImportsOptions): Promise<string> => {
  try {
    return text(await follow(address, options));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`cannot import ${withoutSecretText(address)}: ${why}`, { cause });
  }
};

const follow = async (address: string, options: ImportsOptions): Promise<OutsideReply> => {
  const { lookup, maxBytes = 1024 * 1024 } = options;
  const request = options.request ?? outsideRequest({ allowPrivate: false, ...(lookup && { lookup }) });
  const until = performance.now() + (options.deadlineMs ?? 5000);
  let url = target(address);
  for (let left = redirects; left >= 0; left -= 1) {
    const deadlineMs = Math.max(1, Math.ceil(until - performance.now()));
    const reply = await request(url, { method: 'GET', headers: { Accept: '*/*' }, deadlineMs, maxBytes });
    const location = reply.headers.location;
    if (reply.status < 300 || reply.status >= 400 || location === undefined) return reply;
    url = target(location, url);
  }
  throw new Error(`it redirects more than ${redirects} times`);
};

/** The rules apply to every redirect too. */
const target = (address: string, from?: URL): URL => {
  const url = URL.parse(address, from?.href);
  if (url === null)
    throw new Error(
      `${address} is no address, and the service cannot read files of your machine: send an archive (CSAR) with it, or give its https address`,
    );
  if (url.protocol !== 'https:') throw new Error(`only https is allowed, not ${url.protocol.slice(0, -1)}`);
  if (url.username !== '' || url.password !== '')
    throw new Error('an address with a user name or password is not allowed');
  return url;
};

const text = (reply: OutsideReply): string => {
  if (reply.status !== 200) throw new Error(`the server answered ${reply.status}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(reply.body);
  } catch (cause) {
    throw new Error('it is not UTF-8 text', { cause });
  }
};

/** Most addresses kept at once; a new one replaces the oldest. */
const capacity = 200;

/**
 * Keeps the text of an address in memory for a limited time. Simultaneous callers wait for the same download. Equal texts
 * are kept once, since templates import the same file from many addresses. Failures are not kept.
 */
const memory = ({ ttlMs = 600_000, now = Date.now }: ImportsOptions) => {
  const known = new Map<string, { readonly hash: string; readonly until: number }>();
  const texts = new Map<string, string>();
  const underway = new Map<string, Promise<string>>();

  const remove = (address: string): void => {
    const hash = known.get(address)?.hash;
    known.delete(address);
    if (hash !== undefined && ![...known.values()].some((other) => other.hash === hash)) texts.delete(hash);
  };
  const keep = (address: string, content: string): string => {
    const hash = createHash('sha256').update(content).digest('hex');
    remove(address);
    known.set(address, { hash, until: now() + ttlMs });
    texts.set(hash, texts.get(hash) ?? content);
    const [oldest] = known.keys();
    if (known.size > capacity && oldest !== undefined) remove(oldest);
    return texts.get(hash) ?? content;
  };
  return (address: string, load: () => Promise<string>): Promise<string> => {
    const entry = known.get(address);
    const content = entry !== undefined && entry.until > now() ? texts.get(entry.hash) : undefined;
    if (content !== undefined) return Promise.resolve(content);
    const started = underway.get(address) ?? load().then((loaded) => keep(address, loaded));
    underway.set(address, started);
    return started.finally(() => underway.delete(address));
  };
};
