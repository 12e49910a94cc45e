import { readFileSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { textIn } from '../../src/tosca/yaml/text-in.ts';
import { CliError } from '../cli-error.ts';
import { alone, unwritable, type Waiting } from './alone.ts';

type Env = Readonly<Record<string, string | undefined>>;

const context = v.object({
  /** base address of the service */
  url: v.string(),
  /** the token endpoint of a sandbox, which gives everybody a token: `npm start` */
  sandboxIssuer: v.optional(v.string()),
  /** how the user logs in with a browser or a code */
  login: v.optional(
    v.object({ issuer: v.string(), clientId: v.string(), scope: v.string(), redirectUri: v.optional(v.string()) }),
  ),
});
export type Context = v.InferOutput<typeof context>;

const file = v.object({ current: v.optional(v.string()), contexts: v.record(v.string(), context) });
export type Contexts = v.InferOutput<typeof file>;

/** `$XDG_CONFIG_HOME/toscanini/config.json` (XDG Base Directory specification). */
export const configFile = (env: Env): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'toscanini', 'config.json');

/** The named services; none when the file does not exist. CliError when it cannot be read. */
export const readContexts = async (env: Env): Promise<Contexts> => {
  const path = configFile(env);
  const text = await ownText(path);
  if (text === undefined) return { contexts: {} };
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), file), text);
  if (read.success) return read.output;
  throw new CliError(
    'calledWrongly',
    `${path} is not a file of contexts: ${read.issues[0].message}; correct or remove it`,
  );
};

/** A file that this command has written, and that an editor may have changed. undefined: there is none. CliError otherwise. */
export const ownText = async (path: string): Promise<string | undefined> => {
  try {
    // every command waits for it, and Node takes longer to load the other way than to read
    return textIn(readFileSync(path));
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException;
    if (error.code === 'ENOENT') return undefined;
    throw new CliError('calledWrongly', `${path} cannot be read: ${error.message}`, { cause });
  }
};

/** Adds or replaces a context; it becomes the current one if there is none. */
export const registerContext = (cli: Changing, name: string, added: Context): Promise<void> =>
  changeContexts(cli, ({ current = name, contexts }) => ({ current, contexts: { ...contexts, [name]: added } }));

type Changing = Waiting & { readonly env: Env };

/**
 * Replaces the file as a whole, so that a reader never sees half of it; one command at a time, so that none writes back what it
 * had read before another one changed it.
 */
export const changeContexts = (
  { env, ...cli }: Changing,
  change: (contexts: Contexts) => Contexts | Promise<Contexts>,
): Promise<void> =>
  alone(cli, configFile(env), 'XDG_CONFIG_HOME', async () => {
    const next = await change(await readContexts(env));
    await writePrivately(configFile(env), `${JSON.stringify(next, undefined, 2)}\n`, 'XDG_CONFIG_HOME');
  });

/** Writes a file that only its owner may read, as a whole or not at all. `variable` says where it is. */
export const writePrivately = async (path: string, text: string, variable: string): Promise<void> => {
  const beside = `${path}.${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(beside, text, { mode: 0o600 });
    await chmod(beside, 0o600);
    await rename(beside, path);
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined); // where it could not be written there is nothing to remove
    throw unwritable(path, variable, cause);
  }
};
