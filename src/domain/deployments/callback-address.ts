import { isPrivateAddress } from './private-address.ts';

const longest = 2048;

/** Names that lead home or to a cloud's metadata, whatever the resolver says (RFC 6761, RFC 6762, RFC 8375). */
const localName = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/;

/**
 * Why a callback address is refused, or undefined when it is allowed. Judges what the text alone tells: a name is
 * looked up, and judged again, when the notification is sent.
 */
export const refuseCallback = (address: string, allowPrivate: boolean): string | undefined => {
  if (address.length > longest) return `is ${address.length} characters long; at most ${longest} are allowed`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:\/\//i.test(address)) return 'must be a complete http or https URL';
  if (url.username || url.password) return 'must not carry a user name or password; its address is shown to others';
  if (!allowPrivate && isPrivateHost(url.hostname))
    return `points at ${url.hostname}, a private address; it must be reachable from the internet`;
  return undefined;
};

const isPrivateHost = (hostname: string): boolean => {
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return isPrivateAddress(hostname);
  return localName.test(hostname.replace(/\.+$/, ''));
};
