import { buildCommand, buildRouteMap } from '@stricli/core';
import { entryOf } from '../../src/foundation/entry-of.ts';
import { CliError } from '../cli-error.ts';
import { sameAddress } from '../connection/connect.ts';
import { readContexts, writeContexts } from '../connection/contexts.ts';
import { storeToken } from '../connection/stored-tokens.ts';
import type { CliContext } from '../context.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument, printDone } from '../document.ts';
import { jsonFlag } from '../flags.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

async function list(this: CliContext, flags: DocumentFlags): Promise<void> {
  const { current, contexts } = await readContexts(this.env);
  const paint = painter(this.screen);
  const rows = Object.entries(contexts).map(([name, { url }]) => [
    name === current ? paint('green', '*') : ' ',
    name,
    url,
  ]);
  const none = ['no service is known yet: npm start makes the context laptop, toscanini login URL another'];
  await printDocument(this, flags, {
    document: { current: current ?? null, contexts },
    names: Object.keys(contexts),
    text: () => (rows.length === 0 ? none : table(rows)),
  });
}

const known = async (env: CliContext['env'], name: string) => {
  const found = await readContexts(env);
  if (entryOf(found.contexts, name) !== undefined) return found;
  const names = Object.keys(found.contexts).join(', ') || 'none';
  throw new CliError('calledWrongly', `there is no context ${name}; known: ${names}`);
};

interface JsonFlag {
  readonly json: boolean;
}

async function use(this: CliContext, { json }: JsonFlag, name: string): Promise<void> {
  const { contexts } = await known(this.env, name);
  await writeContexts(this.env, { contexts, current: name });
  const url = contexts[name]?.url;
  printDone(this, json, { context: name, url }, `${name} is used from now on: ${url}`);
}

async function remove(this: CliContext, { json }: JsonFlag, name: string): Promise<void> {
  const { current, contexts } = await known(this.env, name);
  const { [name]: removed, ...others } = contexts;
  await writeContexts(this.env, { contexts: others, ...(current !== name && { current }) });
  const url = removed?.url ?? '';
  if (!Object.values(others).some((each) => sameAddress(each.url, url))) await storeToken(this, url, undefined);
  printDone(this, json, { context: name, url: removed?.url }, `${name} is forgotten`);
}

const nameArgument = {
  kind: 'tuple',
  parameters: [{ brief: 'its name', parse: String, placeholder: 'NAME' }],
} as const;

export const contextCommands = buildRouteMap({
  routes: {
    list: buildCommand<DocumentFlags, [], CliContext>({
      func: list,
      parameters: { flags: documentFlags, aliases: documentAliases },
      docs: { brief: 'List the services that are known' },
    }),
    use: buildCommand<JsonFlag, [string], CliContext>({
      func: use,
      parameters: { positional: nameArgument, flags: jsonFlag },
      docs: { brief: 'Use this service from now on' },
    }),
    remove: buildCommand<JsonFlag, [string], CliContext>({
      func: remove,
      parameters: { positional: nameArgument, flags: jsonFlag },
      docs: { brief: 'Forget a service' },
    }),
  },
  aliases: { ls: 'list', rm: 'remove' },
  docs: { brief: 'The services that this command knows' },
});
