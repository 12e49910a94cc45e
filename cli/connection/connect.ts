import { type ClientOptions, Toscanini } from '../../client/index.ts';
import { inWordsOfCommands } from '../../client/words.ts';
import { entryOf } from '../../src/foundation/entry-of.ts';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { type Contexts, readContexts } from './contexts.ts';
import type { Target } from './target.ts';
import { tokenOf } from './tokens.ts';

/** The flags that every command has. */
export interface ConnectionFlags {
  readonly url?: string;
  readonly token?: string;
  readonly context?: string;
}

/**
 * The service that is meant: `--url`, or `--context`, or TOSCANINI_URL, or ORCHENT_URL, or the current context. CliError
 * when none is known.
 */
export const targetOf = async ({ env }: Pick<CliContext, 'env'>, flags: ConnectionFlags): Promise<Target> => {
  const given = flags.url ?? (flags.context === undefined ? env['TOSCANINI_URL'] || env['ORCHENT_URL'] : undefined);
  const { current, contexts } = await readContexts(env);
  if (given !== undefined) {
    const known = namesAt(contexts, given);
    const as = current !== undefined && known.includes(current) ? current : known[0];
    // in the spelling of the login: the token is stored by it
    return { url: addressOf(given), ...(as !== undefined && { ...contexts[as], as }), name: undefined };
  }
  const name = flags.context ?? current;
  const named = name === undefined ? undefined : entryOf(contexts, name);
  if (named !== undefined) return { ...named, url: addressOf(named.url), name, as: name };
  throw new CliError('calledWrongly', missing(name, Object.keys(contexts)));
};

const missing = (name: string | undefined, known: readonly string[]): string => {
  if (name === undefined && known.length > 0)
    return `no context is the current one; known: ${known.join(', ')}. toscanini context use NAME chooses one`;
  return name === undefined
    ? 'no service is known: start one on this machine with npm start, log in with toscanini login URL, or set TOSCANINI_URL'
    : `there is no context ${name}; known: ${known.join(', ') || 'none'}. toscanini login URL makes one`;
};

/** The contexts of a service: several, where somebody is more than one user there. */
export const namesAt = (contexts: Contexts['contexts'], url: string): readonly string[] =>
  Object.keys(contexts).filter((name) => sameAddress(contexts[name]?.url ?? '', url));

/** Whether two addresses are one, however they are spelt. */
export const sameAddress = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (address: string): string =>
  (URL.canParse(address) ? new URL(address).href : address).replace(/(?<!\/)\/+$/, '');

/** CliError when it is none, or more than the base of every path. */
export const addressOf = (text: string): string => {
  const { protocol, username, password, search, hash, origin, pathname } = URL.canParse(text)
    ? new URL(text)
    : noAddress;
  if (!/^https?:$/.test(protocol))
    throw new CliError('calledWrongly', `${text} is not an address; write it as https://toscanini.example.org`);
  // not said again: it may be a password
  if (`${username}${password}${search}${hash}` !== '')
    throw new CliError(
      'calledWrongly',
      `the address of a service has no user, no "?" and no "#": write ${origin}${pathname}`,
    );
  return text;
};

const noAddress = { protocol: '', username: '', password: '', search: '', hash: '', origin: '', pathname: '' };

/** A client of that service, with the user's token. */
export const connect = async (
  cli: CliContext,
  flags: ConnectionFlags,
  options: Pick<ClientOptions, 'tries'> = {},
): Promise<Toscanini> => {
  const target = await targetOf(cli, flags);
  const { sleep, fetch, now } = cli;
  return new Toscanini({
    ...{ url: target.url, token: () => tokenOf(cli, target, flags.token), sleep },
    now: () => now().getTime(),
    signal: cli.interrupted,
    words: inWordsOfCommands,
    onRepeat: sayingOnce(cli),
    ...(fetch && { fetch }),
    ...options,
  });
};

/** Says why nothing happens, before the command has said anything else; a screen that is overwritten shows it itself. */
const sayingOnce = ({ process }: CliContext): ((error: Error) => void) => {
  let said = false;
  return ({ message }) => {
    if (!said) process.stderr.write(`! ${message}; trying again\n`);
    said = true;
  };
};
