import { buildRouteMap } from '@stricli/core';
import { entryOf } from '../../src/foundation/entry-of.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { namesAt } from '../connection/connect.ts';
import { type Context, type Contexts, changeContexts, readContexts } from '../connection/contexts.ts';
import { storeToken } from '../connection/stored-tokens.ts';
import type { CliContext } from '../context.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument, printDone } from '../document.ts';
import { jsonFlag } from '../flags.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { wrappedLines } from '../screen/wrap.ts';

async function list(this: CliContext, flags: DocumentFlags): Promise<void> {
  const { current, contexts } = await readContexts(this.env);
  const paint = painter(this.screen);
  const rows = Object.entries(contexts).map(([name, { url }]) => [
    name === current ? paint('green', '*') : ' ',
    name,
    url,
  ]);
  const none = 'no service is known yet: npm start makes the context laptop, toscanini login URL another';
  await printDocument(this, flags, {
    document: { current: current ?? null, contexts },
    names: Object.keys(contexts),
    text: (columns) => (rows.length === 0 ? [none] : table(rows)).flatMap((line) => wrappedLines(line, columns)),
  });
}

/** CliError when there is none of that name. */
const known = ({ contexts }: Contexts, name: string): Context => {
  const found = entryOf(contexts, name);
  if (found !== undefined) return found;
  const names = Object.keys(contexts).join(', ') || 'none';
  throw new CliError('calledWrongly', `there is no context ${name}; known: ${names}`);
};

interface JsonFlag {
  readonly json: boolean;
}

async function use(this: CliContext, { json }: JsonFlag, name: string): Promise<void> {
  let url: string | undefined;
  await changeContexts(this, (found) => {
    url = known(found, name).url;
    return { ...found, current: name };
  });
  printDone(this, json, { context: name, url }, `${name} is used from now on: ${url}`);
}

async function remove(this: CliContext, { json }: JsonFlag, name: string): Promise<void> {
  let url = '';
  let isElsewhere = false;
  await changeContexts(this, (found) => {
    url = known(found, name).url;
    const { [name]: _, ...others } = found.contexts;
    isElsewhere = namesAt(others, url).length > 0;
    return { contexts: others, ...(found.current !== name && { current: found.current }) };
  });
  await storeToken(this, { url, as: name }, undefined);
  if (!isElsewhere) await storeToken(this, { url }, undefined);
  printDone(this, json, { context: name, url }, `${name} is forgotten`);
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
  docs: { brief: briefs.context },
});
