import { isPrivateAddress } from './private-address.ts';

const longest = 2048;

const port = '(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';
const characters = (more: string): string => `(?:[A-Za-z0-9._~!$&'()*+,;=:@/${more}-]|%[0-9A-Fa-f]{2})*`;

/**
 * RFC 3986: every character that is no letter, digit or mark of a URL must be percent-encoded. The host is judged
 * separately.
 */
export const callbackPattern =
  '^[Hh][Tt][Tt][Pp][Ss]?://(?:[A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+\\])' +
  `(?::${port})?(?:/${characters('')})?(?:\\?${characters('?')})?(?:#${characters('?')})?$`;

const form = new RegExp(callbackPattern, 'u');

/**
 * Names that lead to this host or network, or to a cloud's metadata, whatever the resolver answers (RFC 6761, RFC 6762,
 * RFC 8375).
 */
const localName = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/;

/**
 * Why a callback address is refused; undefined when it is allowed. Judges only the text: the name is looked up, and
 * judged again, when the callback is sent.
 */
export const refuseCallback = (address: string, allowPrivate: boolean): string | undefined => {
  const { length } = [...address];
  if (length > longest) return `is ${length} characters long; at most ${longest} are allowed`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:\/\//i.test(address)) return 'must be a complete http or https URL';
  if (url.username || url.password) return 'must not carry a user name or password; its address is shown to others';
  if (!form.test(address)) return 'must be a complete http or https URL, with all other characters percent-encoded';
  if (!allowPrivate && isPrivateHost(url.hostname))
    return `points at ${url.hostname}, a private address; it must be reachable from the internet`;
  return undefined;
};

const isPrivateHost = (hostname: string): boolean => {
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return isPrivateAddress(hostname);
  return localName.test(hostname.replace(/(?<!\.)\.+$/, ''));
};
