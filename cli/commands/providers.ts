import type { ProviderState } from '../../client/index.ts';
import { providerStateWord, ToscaniniError } from '../../client/index.ts';
import { providerKindWord } from '../../client/provider-words.ts';
import { CliError } from '../cli-error.ts';
import { buildChange, buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument, printDone } from '../document.ts';
import { connectionFlags, jsonFlag, optionalWord } from '../flags.ts';
import { oneLine, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

const rowOf = (one: ProviderState): readonly string[] => [
  one.id,
  oneLine(one.name),
  providerStateWord(one),
  `${one.failures.count}`,
  one.noRoom === undefined ? 'unknown' : `refused ${one.noRoom.count}`,
  providerKindWord(one),
  one.region ?? '',
  (one.groups ?? []).map(oneLine).join(', '),
  whyOf(one),
];

/** Who has switched it, and why; else what it says of its room. */
const whyOf = ({ draining, noRoom }: ProviderState): string =>
  oneLine(
    [draining?.switchedBy?.subject, draining?.reason ?? noRoom?.why].filter((part) => part !== undefined).join(': '),
  );

async function list(this: CliContext, flags: ConnectionFlags & DocumentFlags): Promise<void> {
  const client = await connect(this, flags);
  const providers = await client.providers();
  const paint = painter(this.screen);
  const titles = ['ID', 'NAME', 'STATE', 'FAILURES', 'ROOM', 'TYPE', 'REGION', 'GROUPS', 'WHY'];
  const head = titles.map((title) => paint('dim', title));
  await printDocument(this, flags, {
    document: { providers },
    names: providers.map(({ id }) => id),
    text: (columns) =>
      providers.length === 0 ? ['no provider is configured'] : table([head, ...providers.map(rowOf)], columns),
    cutLines: true,
  });
}

export const providersCommand = buildCommand<ConnectionFlags & DocumentFlags, [], CliContext>({
  func: list,
  parameters: { flags: { ...documentFlags, ...connectionFlags }, aliases: documentAliases },
  docs: { brief: 'List the providers with their state' },
});

interface DrainFlags extends ConnectionFlags {
  readonly off: boolean;
  readonly json: boolean;
  readonly message?: string;
}

const withWayOut = (cause: unknown): never => {
  if (!(cause instanceof ToscaniniError && cause.name === 'NotFoundError')) throw cause;
  throw new CliError('notFound', `${cause.message}; toscanini admin providers lists them`, { cause });
};

async function drain(this: CliContext, flags: DrainFlags, provider: string): Promise<void> {
  if (flags.off && flags.message !== undefined)
    throw new CliError('calledWrongly', '--message says why a provider drains: leave it out with --off');
  const client = await connect(this, flags);
  await client.drain(provider, { draining: !flags.off, reason: flags.message }).catch(withWayOut);
  const text = flags.off
    ? `${provider} takes new deployments again`
    : `${provider} drains: no new deployment goes there, and what stands there is served as before`;
  printDone(this, flags.json, { provider, draining: !flags.off }, text);
}

export const drainCommand = buildChange<DrainFlags, [string], CliContext>({
  func: drain,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'its id: toscanini admin providers lists them', parse: String, placeholder: 'PROVIDER' }],
    },
    flags: {
      off: { kind: 'boolean', default: false, brief: 'it takes new deployments again', withNegated: false },
      message: optionalWord('why: told to everybody whose plan leaves it out', 'TEXT'),
      ...jsonFlag,
      ...connectionFlags,
    },
    aliases: { m: 'message' },
  },
  docs: { brief: 'Let a provider take no new deployments, or take them again' },
});
