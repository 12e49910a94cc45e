import { isIP } from 'node:net';

/**
 * Whether a request names this machine: by an address, as `localhost`, or by a name that its owner allows. A web page can give a
 * name of its own the address 127.0.0.1 (DNS rebinding). A browser would then let it use the service as if it came from there.
 * `host`: the header; browsers always send it.
 */
export const isOwnHost = (host: string | undefined, allowed: readonly string[]): boolean => {
  if (host === undefined) return true;
  const name = nameOf(host);
  return isIP(name) !== 0 || /(?:^|\.)localhost$/.test(name) || allowed.some((one) => nameOf(one) === name);
};

/** Without the port, the brackets of an address of IPv6, and the dot at the end. */
const nameOf = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

/** The names in the variable `ALLOWED_HOSTS`, separated by commas or spaces. */
export const allowedHosts = (env: NodeJS.ProcessEnv): readonly string[] =>
  (env['ALLOWED_HOSTS'] ?? '').split(/[\s,]+/).filter((name) => name !== '');

/** The answer to a request that names another machine. */
export const otherHost = (host: string | undefined) => ({
  status: 403,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    code: 403,
    title: 'Forbidden',
    message: `the request is for ${JSON.stringify(host)}; this service answers requests for localhost and for addresses. If you use it under this name, such as through a forwarded port, start it with ALLOWED_HOSTS=<the name>`,
  }),
});
