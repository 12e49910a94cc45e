import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';

type Env = CliContext['env'];

/** As Node looks for them. */
const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** As curl and others take it: without a scheme. */
const withScheme = (address: string): string =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;

const isHttp = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/**
 * The environment in which Node finds the proxies of the user; undefined: there is none. Requests to this machine take none: no
 * proxy knows what `npm start` serves. CliError for a proxy that cannot be used; it may hold a password, and is not shown.
 */
export const proxyEnvironment = (env: Env): Env | undefined => {
  const given = variables.filter((name) => env[name]);
  if (given.length === 0) return undefined;
  const proxies = Object.fromEntries(given.map((name) => [name, withScheme(env[name] ?? '')]));
  const wrong = given.find((name) => !isHttp(proxies[name] ?? ''));
  if (wrong !== undefined)
    throw new CliError('calledWrongly', `${wrong} is no address of a proxy: write it as http://proxy.example.org:3128`);
  const without = [env['no_proxy'] ?? env['NO_PROXY'], 'localhost,127.0.0.1,[::1]'].filter(Boolean).join(',');
  return { ...env, ...proxies, no_proxy: without };
};
