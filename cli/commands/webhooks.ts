import type { Webhook } from '../../client/index.ts';
import { buildChange, buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument, printDone } from '../document.ts';
import { connectionFlags, jsonFlag, optionalWord, textFlag } from '../flags.ts';
import { moment } from '../screen/moment.ts';
import { oneLine, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

/** What became of the latest event, in a line. */
const deliveryWords = (delivery: Webhook['delivery']): string => {
  if (delivery === undefined) return 'none in the last 30 days';
  const { state, at, failingSince = at, failedTries = 0, reason = '' } = delivery;
  if (state === 'delivered') return `delivered ${moment(at)}`;
  const tries = `${failedTries} ${failedTries === 1 ? 'try' : 'tries'} failed since ${moment(failingSince)}`;
  return state === 'failing' ? `is tried again, ${tries}: ${reason}` : `given up, ${tries}: ${reason}`;
};

async function list(this: CliContext, flags: ConnectionFlags & DocumentFlags): Promise<void> {
  const client = await connect(this, flags);
  const webhooks = await client.webhooks();
  const head = ['NAME', 'GROUP', 'ADDRESS', 'FORM', 'KINDS', 'LATEST EVENT'].map((title) =>
    painter(this.screen)('dim', title),
  );
  const rows = webhooks.map(({ name, userGroup, url, form, kinds = ['all'], delivery }) => [
    ...[name, oneLine(userGroup), oneLine(url), form, kinds.join(', '), oneLine(deliveryWords(delivery))],
  ]);
  await printDocument(this, flags, {
    document: { webhooks },
    names: webhooks.map(({ name }) => name),
    text: (columns) =>
      rows.length === 0 ? ['no webhook of a group that you manage'] : table([head, ...rows], columns),
    cutLines: true,
  });
}

interface ChangeFlags extends ConnectionFlags {
  readonly group: string;
  readonly json: boolean;
}

interface SubscribeFlags extends ChangeFlags {
  readonly kind?: readonly string[];
  readonly cloudevents: boolean;
}

/** The service says which kinds there are. */
async function subscribe(this: CliContext, flags: SubscribeFlags, name: string, url: string): Promise<void> {
  const { group, kind, cloudevents } = flags;
  const client = await connect(this, flags);
  const kinds = kind?.map((one) => one.toUpperCase().replaceAll('-', '_')) as Webhook['kinds'];
  const webhook = { url, form: cloudevents ? 'cloudevents' : 'toscanini', ...(kinds && { kinds }) } as const;
  const made = await client.subscribe(name, group, webhook);
  if (made === undefined)
    return printDone(this, flags.json, { name, userGroup: group }, `${name} is changed; its key stays`);
  const key =
    made.secret === undefined
      ? ['nothing is signed here']
      : [`key of its signatures, which is not shown again: ${made.secret}`];
  printDone(this, flags.json, made, [`${name} is told what happens in ${oneLine(group)}`, ...key].join('\n'));
}

async function unsubscribe(this: CliContext, { group, ...flags }: ChangeFlags, name: string): Promise<void> {
  const client = await connect(this, flags);
  await client.unsubscribe(name, group);
  printDone(this, flags.json, { name, userGroup: group }, `${name} is told nothing more`);
}

const named = { brief: 'its name: a-z, 0-9 and "-"', parse: String, placeholder: 'NAME' } as const;
const changing = { group: textFlag('whose events', 'NAME'), ...jsonFlag, ...connectionFlags } as const;

export const webhooksCommand = buildCommand<ConnectionFlags & DocumentFlags, [], CliContext>({
  func: list,
  parameters: { flags: { ...documentFlags, ...connectionFlags }, aliases: documentAliases },
  docs: { brief: 'List the webhooks of the groups that you manage' },
});

export const subscribeCommand = buildChange<SubscribeFlags, [string, string], CliContext>({
  func: subscribe,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [named, { brief: 'where events are sent to', parse: String, placeholder: 'ADDRESS' }],
    },
    flags: {
      kind: { ...optionalWord('only events of this kind, such as FAILED; may be repeated', 'KIND'), variadic: true },
      cloudevents: { kind: 'boolean', default: false, brief: 'as CloudEvents 1.0', withNegated: false },
      ...changing,
    },
  },
  docs: { brief: 'Have events of a group that you manage sent to an address, or change that' },
});

export const unsubscribeCommand = buildChange<ChangeFlags, [string], CliContext>({
  func: unsubscribe,
  parameters: { positional: { kind: 'tuple', parameters: [named] }, flags: changing },
  docs: { brief: 'Take a webhook of a group away' },
});
